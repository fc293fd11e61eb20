package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Projection;
import io.lakeward.mapping.SchemaEvolution;
import io.lakeward.mapping.StoredAs;
import io.lakeward.observe.BatchReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of snapshots, on real Spark and Iceberg. */
class SnapshotFlowTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  private final ExportedTable current = new ExportedTable(LAKE, new StoredAs.Type1(), "id");
  private final ExportedTable history =
      new ExportedTable(
          LAKE,
          new StoredAs.Type2(new Columns.All(), StoredAs.IntervalColumns.DEFAULT, Optional.empty()),
          "id");

  @Test
  void theTableEqualsTheLastSnapshot() {
    current.export(1, "SELECT * FROM VALUES (1L, 'a1'), (2L, 'a2') t(id, v)");
    BatchReport first = current.run().report();
    assertThat(first.version()).contains("1");
    assertThat(first.applied()).isEqualTo(2);
    current.export(2, "SELECT * FROM VALUES (2L, 'b2'), (3L, 'a3') t(id, v)");
    BatchReport second = current.run().report();
    assertThat(second.records()).isEqualTo(3);
    assertThat(second.applied()).isEqualTo(3);
    assertThat(current.rows()).containsExactly("[2,b2]", "[3,a3]");
  }

  @Test
  void aHistoryKeepsEveryVersionOfARow() {
    history
        .export(1, "SELECT * FROM VALUES (1L, 'a1'), (2L, 'a2'), (4L, 'x') t(id, v)")
        .export(2, "SELECT * FROM VALUES (2L, 'b2'), (3L, 'a3'), (4L, 'x') t(id, v)")
        .export(3, "SELECT * FROM VALUES (1L, 'a1'), (2L, 'b2'), (4L, 'x') t(id, v)");
    ExportedTable.Run run = history.run();
    assertThat(run.failure()).isEmpty();
    assertThat(run.reports()).extracting(BatchReport::applied).containsExactly(3L, 3L, 2L);
    assertThat(history.rows())
        .containsExactly(
            "[1,a1,1,2]",
            "[1,a1,3,null]",
            "[2,a2,1,2]",
            "[2,b2,2,null]",
            "[3,a3,2,3]",
            "[4,x,1,null]");
  }

  @Test
  void anEqualSnapshotWritesNothingButItsVersion() {
    current.export(1, "SELECT id, cast(null AS STRING) v, double('NaN') d FROM range(1000)");
    current.run();
    current.export(5, "SELECT id, cast(null AS STRING) v, double('NaN') d FROM range(1000)");
    BatchReport report = current.run().report();
    assertThat(report.unchanged()).isEqualTo(1000);
    assertThat(report.work().files()).isZero();
    assertThat(report.work().rowsDeleted()).isZero();
    assertThat(current.run().reports()).isEmpty();
  }

  @Test
  void anOlderVersionIsRefused() {
    current.export(5, "SELECT 1L id, 'new' v");
    current.run();
    current.export(4, "SELECT 1L id, 'old' v");
    assertThat(current.run().error().code()).isEqualTo(ErrorCode.OUT_OF_ORDER_SNAPSHOT_VERSION);
    assertThat(current.rows()).containsExactly("[1,new]");
  }

  @Test
  void aKeyThatComesTwiceIsRefusedWithTheRest() {
    current.export(1, "SELECT 1L id, 'a' v");
    current.run();
    current.export(2, "SELECT * FROM VALUES (1L, 'b'), (1L, 'c'), (2L, 'd'), (1L, 'e') t(id, v)");
    LakewardException error = current.run().error();
    assertThat(error.code()).isEqualTo(ErrorCode.DUPLICATE_KEY);
    assertThat(error).hasMessageContaining("id=1").hasMessageContaining("snapshot=2");
    assertThat(current.rows()).containsExactly("[1,a]");
  }

  @Test
  void aRowWithoutKeyIsRefusedWithTheRest() {
    current.export(1, "SELECT * FROM VALUES (1L, 'a'), (null, 'b') t(id, v)");
    assertThat(current.run().error().code()).isEqualTo(ErrorCode.NULL_KEY);
    assertThat(current.rows()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"(1L, 'b', 7), (1L, 'c', 7)", "(1L, 'b', 7), (null, 'c', 7)"})
  void theTableIsNotAlteredForASnapshotWhoseKeysAreWrong(String values) {
    current.export(1, "SELECT 1L id, 'a' v");
    current.run().report();
    current.export(2, "SELECT * FROM VALUES %s t(id, v, w)".formatted(values));
    LakewardException error = current.run().error();
    if (error.code() == ErrorCode.DUPLICATE_KEY) {
      assertThat(error).hasMessageContaining("id=1");
    } else {
      assertThat(error.code()).isEqualTo(ErrorCode.NULL_KEY);
    }
    assertThat(current.iceberg().schema().findField("w")).isNull();
    assertThat(current.rows()).containsExactly("[1,a]");
  }

  @Test
  void newColumnsAppearAndLostOnesAreRefused() {
    current.export(1, "SELECT 1L id, 'a' v, named_struct('x', 1, 'y', 2) s");
    current.run();
    current.export(2, "SELECT 1L id, 'a' v, named_struct('y', 2, 'x', 1, 'z', 3) s, 7 w");
    current.run().report();
    assertThat(current.rows()).containsExactly("[1,a,[1,2,3],7]");
    current.export(3, "SELECT 1L id, 'b' v, named_struct('x', 1, 'z', 3) s");
    LakewardException error = current.run().error();
    assertThat(error.code()).isEqualTo(ErrorCode.SCHEMA_CHANGE_REFUSED);
    assertThat(error).hasMessageContaining("s.y").hasMessageContaining("w=");
    assertThat(current.rows()).containsExactly("[1,a,[1,2,3],7]");
  }

  @Test
  void aWiderTypeIsRefusedUnlessTheMappingWidens() {
    current.export(1, "SELECT 1L id, 1 v");
    current.run();
    current.export(2, "SELECT 1L id, 5000000000L v");
    assertThat(current.run().error().code()).isEqualTo(ErrorCode.SCHEMA_CHANGE_REFUSED);
    current.evolving(SchemaEvolution.WIDEN).run().report();
    assertThat(current.rows()).containsExactly("[1,5000000000]");
    current.export(3, "SELECT 1L id, cast(7 AS SMALLINT) v");
    current.run().report();
    assertThat(current.rows()).containsExactly("[1,7]");
  }

  @Test
  void absenceCountsInTheCoveredPartOnly() {
    current
        .with(new Projection(new Columns.All(), Map.of("region", "area"), Map.of()))
        .absentWithin("region = 'EU'");
    current.export(1, "SELECT * FROM VALUES (1L, 'EU'), (2L, 'US'), (3L, null) t(id, region)");
    current.run();
    current.export(2, "SELECT * FROM VALUES (4L, 'EU') t(id, region)");
    current.run().report();
    assertThat(current.rows()).containsExactly("[2,US]", "[3,null]", "[4,EU]");
  }

  @Test
  void addedColumnsAreComparedUnlessTheyHoldTheTimeOfLoading() {
    current.with(
        new Projection(
            new Columns.Except(List.of("secret")),
            Map.of("v", "value"),
            Map.of(
                "double_id", new Expression("id * 2"),
                "loaded_at", new Expression("current_timestamp()"))));
    current.export(1, "SELECT 1L id, 'a' v, 'x' secret");
    current.run();
    List<String> before = current.rows();
    current.export(2, "SELECT 1L id, 'a' v, 'y' secret");
    assertThat(current.run().report().unchanged()).isEqualTo(1);
    assertThat(current.rows()).isEqualTo(before);
    assertThat(before.get(0)).startsWith("[1,a,");
  }

  @Test
  void misspelledColumnsAreNamedAllAtOnce() {
    current.with(
        new Projection(new Columns.Only(List.of("id", "nmae")), Map.of("vv", "w"), Map.of()));
    current.export(1, "SELECT 1L id, 'a' name, 'b' v");
    LakewardException error = current.run().error();
    assertThat(error.code()).isEqualTo(ErrorCode.COLUMNS_NOT_FOUND);
    assertThat(error)
        .hasMessageContaining("column_list.nmae=Did you mean name?")
        .hasMessageContaining("rename.vv");
  }

  @Test
  void addedColumnsOfNarrowTypesKeepTheirValues() {
    current.with(
        new Projection(
            new Columns.All(),
            Map.of(),
            Map.of(
                "tiny", new Expression("cast(v AS TINYINT)"),
                "small", new Expression("array(cast(v AS SMALLINT))"))));
    current.export(1, "SELECT 1L id, -1 v");
    current.run().report();
    assertThat(current.rows().get(0)).contains("-1,").doesNotContain("255").doesNotContain("65535");
  }

  @Test
  void twoColumnsOfOneNameAreRefused() {
    current.with(new Projection(new Columns.All(), Map.of("a", "b"), Map.of()));
    current.export(1, "SELECT 1L id, 'x' a, 'y' b");
    assertThat(current.run().error().code()).isEqualTo(ErrorCode.DUPLICATE_COLUMN_NAME);
  }

  @Test
  void fieldsThatAreLostWithinListsAreRefused() {
    current.export(1, "SELECT 1L id, array(named_struct('x', 1, 'y', 2)) s");
    current.run().report();
    current.export(2, "SELECT 1L id, array(named_struct('x', 1)) s");
    assertThat(current.run().error()).hasMessageContaining("s.element.y");
  }

  @Test
  void fieldsThatAreLostBesideOtherFlowsAreRefusedAndLostColumnsAreTheirs() {
    current.besideChanges();
    current.export(1, "SELECT 1L id, 'a' v, named_struct('x', 1, 'y', 2) s");
    current.run().report();
    current.export(2, "SELECT 1L id, named_struct('x', 1) s");
    assertThat(current.run().error()).hasMessageContaining("s.y");
    current.export(2, "SELECT 1L id, named_struct('x', 1, 'y', 3) s");
    current.run().report();
    assertThat(current.rows()).containsExactly("[1,a,[1,3]]");
  }

  @Test
  void filesInDirectoriesThatAreNoPartitionsAreNotPassedOver() throws IOException {
    current.export(1, "SELECT 1L id, 'a' v").export(2, "SELECT 2L id, 'b' v");
    Files.move(current.exported(2), current.exported(1).resolve("more"));
    LakewardException error = current.run().error();
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error).hasMessageContaining("recursiveFileLookup");
  }

  @Test
  void manyRowsWithoutKeyAreCounted() {
    current.export(1, "SELECT cast(null AS BIGINT) id, 'a' v FROM range(10000)");
    assertThat(current.run().error()).hasMessageContaining("rows=10000");
  }

  @Test
  void aRowThatOthersHaveDoubledIsOneAgain() {
    current.export(1, "SELECT * FROM VALUES (1L, 'a'), (2L, 'b') t(id, v)");
    current.run().report();
    Table table = current.iceberg();
    try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
      AppendFiles append = table.newAppend();
      for (FileScanTask file : files) {
        append.appendFile(
            DataFiles.builder(table.spec()).copy(file.file()).withPath(copied(file)).build());
      }
      append.commit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(current.rows()).hasSize(4);
    current.export(2, "SELECT * FROM VALUES (1L, 'a'), (2L, 'b') t(id, v)");
    current.run().report();
    assertThat(current.rows()).containsExactly("[1,a]", "[2,b]");
  }

  private static String copied(FileScanTask file) throws IOException {
    Path path = Path.of(file.file().location());
    Path copy = path.resolveSibling("copy-" + path.getFileName());
    Files.copy(path, copy);
    return copy.toString();
  }
}
