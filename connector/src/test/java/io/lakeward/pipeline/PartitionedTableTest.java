package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.FileLayout;
import io.lakeward.mapping.Options;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table with partitions, batch by batch: rows lie where they belong, and none is in two. */
class PartitionedTableTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  private static BatchedTable partitionedBy(String... transforms) {
    return new BatchedTable(
        LAKE, new FileLayout(Optional.of(List.of(transforms)), List.of(), Options.NONE));
  }

  /** By partition, how many rows its files hold, deleted ones counted. */
  private static Map<String, Long> filesOf(BatchedTable table) throws IOException {
    Map<String, Long> rows = new TreeMap<>();
    Table iceberg = table.iceberg();
    try (CloseableIterable<FileScanTask> files = iceberg.newScan().planFiles()) {
      for (FileScanTask file : files) {
        String partition = file.spec().partitionToPath(file.file().partition());
        rows.merge(partition, file.file().recordCount(), Long::sum);
      }
    }
    return rows;
  }

  @Test
  void eachRowLiesInItsPartition() throws IOException {
    BatchedTable table = partitionedBy("a");
    table.batch("u,1,1,x,b", "u,1,2,y,b", "u,1,3,x,b", "u,1,4,,b");
    assertThat(filesOf(table)).isEqualTo(Map.of("a=x", 2L, "a=y", 1L, "a=null", 1L));
    assertThat(table.rows()).containsExactly("1,x,b", "2,y,b", "3,x,b", "4,null,b");
  }

  @Test
  @DisplayName("D3: a delete that knows only the key finds its row")
  void aDeleteThatKnowsOnlyTheKeyFindsItsRow() {
    BatchedTable table = partitionedBy("a");
    table.batch("u,1,1,x,b", "u,1,2,y,b");
    table.batch("d,2,1,,");
    assertThat(table.rows()).containsExactly("2,y,b");
  }

  @Test
  @DisplayName("D4: a row whose partition changes moves")
  void aRowWhosePartitionChangesMoves() throws IOException {
    BatchedTable table = partitionedBy("a");
    table.batch("u,1,1,x,b");
    table.batch("u,2,1,y,b");
    assertThat(table.rows()).containsExactly("1,y,b");
    assertThat(filesOf(table)).isEqualTo(Map.of("a=x", 1L, "a=y", 1L));
    table.batch("u,1,1,z,late");
    assertThat(table.rows()).containsExactly("1,y,b");
  }

  @Test
  void aPartialUpdateTakesTheRowsPartition() {
    BatchedTable table = partitionedBy("a");
    table.batch("u,1,1,x,b");
    table.batch("u,2,1,?,c");
    assertThat(table.rows()).containsExactly("1,x,c");
  }

  @Test
  void readersReadOnlyThePartitionsThatTheyAskFor() throws IOException {
    BatchedTable table = partitionedBy("truncate(1, a)");
    table.batch("u,1,1,xa,b", "u,1,2,xb,b", "u,1,3,y,b");
    List<String> read = new ArrayList<>();
    try (CloseableIterable<FileScanTask> files =
        table.iceberg().newScan().filter(Expressions.startsWith("a", "x")).planFiles()) {
      files.forEach(file -> read.add(file.spec().partitionToPath(file.file().partition())));
    }
    assertThat(read).isNotEmpty().containsOnly("a_trunc=x");
  }

  /** Keys of a partition lie scattered, so a task meets each partition again and again. */
  @Test
  void aTaskWritesOneFileOfEachPartitionHoweverManyThereAre() throws IOException {
    BatchedTable table = partitionedBy("a");
    String[] records =
        IntStream.range(0, 3_000)
            .mapToObj(i -> "u,1," + i + ",p" + i % 100 + ",b")
            .toArray(String[]::new);
    table.batch(records);
    Map<String, Integer> files = new TreeMap<>();
    try (CloseableIterable<FileScanTask> tasks = table.iceberg().newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        String name = Path.of(task.file().location()).getFileName().toString();
        String written = name.substring(0, name.indexOf('-'));
        files.merge(task.file().partition() + " by task " + written, 1, Integer::sum);
      }
    }
    assertThat(files.values()).hasSizeGreaterThanOrEqualTo(100).containsOnly(1);
    assertThat(filesOf(table))
        .hasSize(100)
        .allSatisfy((path, rows) -> assertThat(rows).isEqualTo(30));
    assertThat(table.rows()).hasSize(3_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "bucket(4, id)", "truncate(2, a)", "bucket(3, a)", "id"})
  void theTableIsAFunctionOfTheSetOfItsChanges(String transform) {
    Random random = new Random(transform.hashCode());
    List<String> changes = new ArrayList<>();
    for (int sequence = 1; sequence <= 200; sequence++) {
      int id = random.nextInt(20);
      changes.add(
          random.nextInt(5) == 0
              ? "d," + sequence + "," + id + ",,"
              : "u," + sequence + "," + id + ",a" + random.nextInt(6) + ",b" + sequence);
    }
    BatchedTable inOrder = new BatchedTable(LAKE);
    inOrder.batch(changes.toArray(String[]::new));
    Collections.shuffle(changes, random);
    BatchedTable table = partitionedBy(transform);
    for (int at = 0; at < changes.size(); at += 40) {
      table.batch(changes.subList(at, at + 40).toArray(String[]::new));
    }
    assertThat(table.rows()).isEqualTo(inOrder.rows()).isNotEmpty();
  }

  @Test
  void partitionsThatOthersChangeAreFollowed() throws IOException {
    BatchedTable table = new BatchedTable(LAKE);
    table.batch("u,1,1,x,b", "u,1,2,y,b");
    table.iceberg().updateSpec().addField("a").commit();
    table.batch("u,2,1,y,c", "d,2,2,,", "u,2,3,x,c");
    assertThat(table.rows()).containsExactly("1,y,c", "3,x,c");
    table.iceberg().updateSpec().removeField("a").addField(Expressions.bucket("id", 2)).commit();
    table.batch("u,3,1,z,d", "u,1,3,old,old", "u,3,4,x,d");
    assertThat(table.rows()).containsExactly("1,z,d", "3,x,c", "4,x,d");
    assertThat(filesOf(table).keySet()).contains("a=y", "a=x", "");
  }

  @Test
  void anotherPartitioningThanTheTablesIsRefused() {
    BatchedTable table = partitionedBy("a");
    table.batch("u,1,1,x,b");
    assertThat(codeOf(() -> table.laidOutLike(Optional.of(List.of("bucket(2, id)")))))
        .isEqualTo(ErrorCode.PARTITIONING_DRIFT);
    assertThat(codeOf(() -> table.laidOutLike(Optional.of(List.of()))))
        .isEqualTo(ErrorCode.PARTITIONING_DRIFT);
    table.laidOutLike(Optional.of(List.of("a")));
    table.laidOutLike(Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"days(", "days(a), b", "", "a b", "1"})
  void whatIsNoTransformIsRefusedAtStart(String text) {
    assertThat(codeOf(() -> partitionedBy(text))).isEqualTo(ErrorCode.PARTITIONING_INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "days(a)", "sorted(a)", "bucket(0, id)", "A"})
  void whatDoesNotGoWithTheColumnsIsRefused(String text) {
    BatchedTable table = partitionedBy(text);
    assertThat(codeOf(() -> table.batch("u,1,1,x,b"))).isEqualTo(ErrorCode.PARTITIONING_INVALID);
    assertThat(table.exists()).isFalse();
  }

  private static ErrorCode codeOf(Runnable action) {
    List<ErrorCode> code = new ArrayList<>();
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(LakewardException.class, e -> code.add(e.code()));
    return code.get(0);
  }
}
