package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Retention;
import io.lakeward.observe.BatchReport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Key changes whose records do not name each other, as of a feed without Debezium's headers: a
 * delete and a create that share their sequence (semantics, section 3).
 */
class UnlinkedKeyChangesTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  private final BatchedTable table = new BatchedTable(LAKE);

  /** Each line is a key; what comes of it keeps its order, in whatever batches. */
  static Stream<Arguments> unlinkedKeyChanges() {
    return Stream.of(
        arguments("one", List.of("u,1,1,text,b;d,5,1,,,", "u,5,2,?,c,"), List.of("2,text,c")),
        arguments(
            "chain",
            List.of("u,1,1,text,b;d,5,1,,,", "u,5,2,?,c,;d,6,2,,,", "u,6,3,?,d,"),
            List.of("3,text,d")),
        arguments(
            "old key used again",
            List.of("u,1,1,text,b;d,5,1,,,;u,7,1,new,b", "u,5,2,?,c,"),
            List.of("1,new,b", "2,text,c")),
        arguments(
            "new key changed and deleted",
            List.of("u,1,1,text,b;u,3,1,?,b3;d,5,1,,,", "u,5,2,?,c,;u,6,2,?,e;d,9,2,,,;u,10,2,x,y"),
            List.of("2,x,y")),
        arguments(
            "onto a deleted key",
            List.of("u,1,1,text,b;d,5,1,,,", "u,2,2,other,b;d,4,2,,,;u,5,2,?,c,"),
            List.of("2,text,c")));
  }

  /** All assignments to three batches at once, each with keys and sequences of its own. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("unlinkedKeyChanges")
  void halvesOfAKeyChangeFindEachOtherInWhateverBatches(
      String name, List<String> keys, List<String> expected) {
    List<List<List<String>>> assignments = List.of(List.of(List.of(), List.of(), List.of()));
    for (String key : keys) {
      assignments = assignments.stream().flatMap(one -> withKey(one, key)).toList();
    }
    List<List<String>> batches = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < assignments.size(); i++) {
      int shift = 100 * (i + 1);
      for (int batch = 0; batch < 3; batch++) {
        for (String event : assignments.get(i).get(batch)) {
          batches.get(batch).add(shifted(event, shift));
        }
      }
      expected.forEach(
          row -> rows.add(shift + Integer.parseInt(row.substring(0, 1)) + row.substring(1)));
    }
    for (List<String> batch : batches) {
      table.batch(batch.toArray(String[]::new));
    }
    assertThat(table.rows()).containsExactlyElementsOf(rows);
    assertThat(table.iceberg().properties()).doesNotContainKey("lakeward.waiting");
    for (List<String> batch : batches) {
      table.batch(batch.toArray(String[]::new));
    }
    assertThat(table.rows()).as("delivered again").containsExactlyElementsOf(rows);
  }

  /** Partitions that lag behind each other, as far as they like. */
  @RepeatedTest(3)
  void aRandomSourceIsReproducedFromPartitionsThatLag() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Queue<String>> partitions =
        List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());
    Map<Integer, String[]> source = new TreeMap<>();
    for (int sequence = 1; sequence <= 250; sequence++) {
      int id = 1 + random.nextInt(9);
      int other = 1 + random.nextInt(9);
      String[] row = source.get(id);
      String b = "b" + sequence;
      if (row == null) {
        source.put(id, new String[] {"a" + sequence, b});
        partitions.get(id % 3).add("u,%d,%d,a%d,%s".formatted(sequence, id, sequence, b));
      } else if (random.nextInt(4) == 0) {
        source.remove(id);
        partitions.get(id % 3).add("d,%d,%d,,,".formatted(sequence, id));
      } else if (random.nextInt(3) == 0 && source.get(other) == null) {
        source.remove(id);
        source.put(other, new String[] {row[0], b});
        partitions.get(id % 3).add("d,%d,%d,,,".formatted(sequence, id));
        partitions.get(other % 3).add("u,%d,%d,?,%s,".formatted(sequence, other, b));
      } else {
        row[1] = b;
        partitions.get(id % 3).add("u,%d,%d,?,%s".formatted(sequence, id, b));
      }
    }
    while (partitions.stream().anyMatch(partition -> !partition.isEmpty())) {
      List<String> batch = new ArrayList<>();
      for (Queue<String> partition : partitions) {
        for (int i = random.nextInt(25); i > 0 && !partition.isEmpty(); i--) {
          batch.add(partition.remove());
        }
      }
      table.batch(batch.toArray(String[]::new));
    }
    assertThat(table.rows())
        .as("seed %d", seed)
        .isEqualTo(
            source.entrySet().stream()
                .map(row -> row.getKey() + "," + String.join(",", row.getValue()))
                .toList());
  }

  private static Stream<List<List<String>>> withKey(List<List<String>> batches, String key) {
    List<String> events = List.of(key.split(";"));
    List<List<List<String>>> all = new ArrayList<>();
    int size = events.size();
    for (int first = 0; first <= size; first++) {
      for (int second = first; second <= size; second++) {
        List<List<String>> parts =
            List.of(
                events.subList(0, first),
                events.subList(first, second),
                events.subList(second, size));
        List<List<String>> more = new ArrayList<>();
        for (int batch = 0; batch < 3; batch++) {
          List<String> both = new ArrayList<>(batches.get(batch));
          both.addAll(parts.get(batch));
          more.add(both);
        }
        all.add(more);
      }
    }
    return all.stream();
  }

  private static String shifted(String event, int shift) {
    String[] fields = event.split(",", -1);
    fields[1] = String.valueOf(Integer.parseInt(fields[1]) + shift);
    fields[2] = String.valueOf(Integer.parseInt(fields[2]) + shift);
    return String.join(",", fields);
  }

  @Test
  void aKeyChangeWithoutHeadersIsLinkedByItsSequence() {
    table.batch("u,1,1,text,b", "u,1,5,other,b");
    BatchReport linked = table.batch("d,2,1,,", "d,3,5,,", "u,2,2,?,c,");
    assertThat(table.rows()).containsExactly("2,text,c");
    assertThat(linked.unlinked()).isZero();
    BatchReport lost = table.batch("u,9,7,?,c,");
    assertThat(table.rows()).containsExactly("2,text,c", "7,null,c");
    assertThat(lost.line()).contains("1 key change waiting for its old row");
  }

  @Test
  void aKeyChangeThatNeverHearsOfItsOldKeyIsForgottenInTime() {
    table.batch("u,9,7,?,c,");
    Table iceberg = table.iceberg();
    assertThat(iceberg.properties()).containsKey("lakeward.waiting");
    table.retain(Retention.of(Duration.ZERO));
    table.batch("u,1,1,x,y");
    iceberg.refresh();
    assertThat(iceberg.properties()).doesNotContainKey("lakeward.waiting");
  }

  private void expireSnapshots() {
    table
        .iceberg()
        .expireSnapshots()
        .expireOlderThan(System.currentTimeMillis() + 1000)
        .cleanExpiredFiles(true)
        .commit();
    table.iceberg().refresh();
  }

  @Test
  void aDeleteThatIsNoKeyChangeNeedsNoSnapshot() {
    table.batch("u,1,1,text,b");
    table.batch("u,2,1,?,c");
    table.batch("d,5,1,,,");
    table.batch("u,1,9,other,b");
    expireSnapshots();
    table.batch("u,2,1,?,c", "u,1,1,text,b", "d,5,1,,,");
    assertThat(table.rows()).containsExactly("9,other,b");
  }

  @Test
  void aKeyThatIsDeletedAllTheTimeDoesNotGrow() {
    for (int batch = 0; batch < 3; batch++) {
      List<String> events = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        int sequence = 100 * batch + 2 * i;
        events.add("u,%d,1,a%d,b".formatted(sequence, sequence));
        events.add("d,%d,1,,,".formatted(sequence + 1));
      }
      table.batch(events.toArray(String[]::new));
    }
    table.batch("u,279,2,?,c,", "u,201,3,?,d,");
    assertThat(table.rows()).containsExactly("2,a278,c", "3,null,d");
  }

  @Test
  void aDeleteDeliveredAgainHandsOverAgainAfterTheTableWasRolledBack() {
    table.batch("u,1,1,text,b");
    table.batch("u,5,2,?,c,");
    long before = table.iceberg().currentSnapshot().snapshotId();
    table.batch("d,5,1,,,");
    assertThat(table.rows()).containsExactly("2,text,c");
    table.iceberg().manageSnapshots().rollbackTo(before).commit();
    assertThat(table.rows()).containsExactly("1,text,b", "2,null,c");
    table.batch("d,5,1,,,2");
    assertThat(table.rows()).containsExactly("2,text,c");
  }

  @Test
  void aRowThatOnlyAnExpiredSnapshotHasIsNotGuessed() {
    table.batch("u,1,1,text,b");
    table.batch("d,5,1,,,");
    table.batch("u,1,9,other,b");
    expireSnapshots();
    assertThatThrownBy(() -> table.batch("u,5,2,?,c,"))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_CHANGES_UNLINKED));
    assertThat(table.rows()).containsExactly("9,other,b");
  }
}
