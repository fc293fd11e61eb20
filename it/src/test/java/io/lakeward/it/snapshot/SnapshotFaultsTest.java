package io.lakeward.it.snapshot;

import static io.lakeward.it.snapshot.Exported.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exports that cannot be applied: nothing of them is, what was there before stands, and a right one
 * in their place is applied.
 */
class SnapshotFaultsTest {

  @TempDir private Path directory;

  private Exported exported;

  @BeforeEach
  void exportTwoNames() {
    exported = new Exported(directory);
    exported.export(1, "alice", "bob");
  }

  @Test
  void oneThatIsNotCompleteYet() {
    Path mapping = exported.markedMapping();
    exported.mark(1);
    Run.once(mapping);
    exported.export(2, "alicia");
    exported.export(3, "alina");
    exported.mark(3);
    refused(mapping, ErrorCode.SNAPSHOT_INCOMPLETE, "version=2", "_SUCCESS");
    exported.export(2, "alicia", "bob");
    exported.mark(2);
    assertThat(Run.once(mapping).batches(TABLE)).hasSize(2);
    assertThat(exported.rows()).containsExactly("1 alina");
  }

  @Test
  void nothingAtAll() {
    exported.remove(1);
    Path mapping = exported.mapping();
    LakewardException failure = Run.attempt(mapping).failure(TABLE);
    assertThat(failure.code()).isEqualTo(ErrorCode.SNAPSHOT_NOT_FOUND);
    assertThat(failure.getMessage()).contains("exports/version=*");
    assertThat(exported.isThere()).isFalse();
    exported.export(2, "alice");
    Run.once(mapping);
    assertThat(exported.rows()).containsExactly("1 alice");
  }

  @Test
  void nothingMoreIsNoFault() {
    Path mapping = exported.mapping();
    Run.once(mapping);
    exported.remove(1);
    assertThat(Run.once(mapping).batches(TABLE)).isEmpty();
    assertThat(exported.rows()).containsExactly("1 alice", "2 bob");
  }

  @Test
  void oneWhoseLinesBreakOff() {
    Path mapping = exported.mapping();
    Run.once(mapping);
    exported.exportLines(2, List.of("{\"id\":1,\"name\":\"alicia\"}", "{\"id\":2,\"na"));
    refused(mapping, ErrorCode.SNAPSHOT_UNREADABLE, "version=2");
    exported.export(2, "alicia", "bob");
    Run.once(mapping);
    assertThat(exported.rows()).containsExactly("1 alicia", "2 bob");
  }

  @Test
  void oneWhoseValuesAreOfAnotherType() {
    Path mapping = exported.mapping();
    Run.once(mapping);
    exported.exportLines(2, List.of("{\"id\":\"one\",\"name\":\"alicia\"}"));
    refused(mapping, ErrorCode.SNAPSHOT_UNREADABLE, "version=2");
  }

  @Test
  void oneInWhichAllRecordsHaveLostAField() {
    Path mapping = exported.mapping();
    exported.exportLines(1, List.of("{\"id\":1}", "{\"id\":2,\"name\":null}"));
    exported.exportLines(2, List.of("{\"id\":1}", "{\"id\":2}"));
    Run.once(mapping);
    assertThat(exported.rows()).as("nothing is lost").containsExactly("1 null", "2 null");
    exported.export(3, "alice", "bob");
    Run.once(mapping);
    exported.exportLines(4, List.of("{\"id\":1,\"nmae\":\"alicia\"}", "{\"id\":2}"));
    refused(mapping, ErrorCode.SCHEMA_CHANGE_REFUSED, "name=no record of the snapshot has name");
    exported.exportLines(4, List.of("{\"id\":1,\"name\":null}", "{\"id\":2}"));
    Run.once(mapping);
    assertThat(exported.rows()).containsExactly("1 null", "2 null");
  }

  @Test
  void oneThatIsNoParquet() throws Exception {
    Path place = Files.createDirectories(directory.resolve("exports/version=1"));
    Files.writeString(place.resolve("part.parquet"), "PAR1 and no more");
    Path mapping =
        PipelineFile.ofSnapshots(directory)
            .table(
                TABLE,
                "snapshot: {path: \"%s/exports/version=*\", format: parquet, version: version}"
                    .formatted(directory),
                "keys: [id]")
            .write();
    LakewardException failure = Run.attempt(mapping).failure(TABLE);
    assertThat(failure.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(failure.getMessage()).contains("version=1");
  }

  @Test
  void oneThatIsOlderThanWhatIsThere() {
    Path mapping = exported.mapping();
    exported.export(7, "alicia");
    Run.once(mapping);
    exported.export(5, "alina");
    exported.export(8, "ali");
    refused(mapping, ErrorCode.OUT_OF_ORDER_SNAPSHOT_VERSION, "version=5", "applied=7");
    exported.remove(5);
    Run.once(mapping);
    assertThat(exported.rows()).containsExactly("1 ali");
  }

  @Test
  void oneOfNoHigherVersionThanAnEqualOne() {
    Path mapping = exported.mapping();
    Run.once(mapping);
    exported.export(7, "alice", "bob");
    Run.once(mapping);
    exported.export(5, "alina");
    refused(mapping, ErrorCode.OUT_OF_ORDER_SNAPSHOT_VERSION, "version=5", "applied=7");
  }

  @Test
  void aFirstOneThatHasKeysTwice() {
    exported.exportLines(
        1,
        List.of(
            "{\"id\":1,\"name\":\"a\"}",
            "{\"id\":2,\"name\":\"b\"}",
            "{\"id\":1,\"name\":\"a\"}",
            "{\"id\":1,\"name\":\"c\"}"));
    Path mapping = exported.mapping();
    LakewardException failure = Run.attempt(mapping).failure(TABLE);
    assertThat(failure.code()).isEqualTo(ErrorCode.DUPLICATE_KEY);
    assertThat(failure.getMessage()).contains("keys=1 ");
    exported.export(1, "alice");
    Run.once(mapping);
    assertThat(exported.rows()).containsExactly("1 alice");
  }

  @Test
  void otherTablesOfThePipelineGoOn() {
    CaptureFiles captures = new CaptureFiles(directory);
    captures.add(0, "events", 0, Map.of("id", 1, "name", "one", "seq", 1));
    exported.exportLines(1, List.of("{\"id\":null,\"name\":\"a\"}"));
    Path mapping =
        exported
            .addTo(PipelineFile.ofCapture(directory))
            .table(
                "events",
                "topic: events",
                "schema: \"id BIGINT, name STRING, seq BIGINT\"",
                "keys: [id]",
                "sequence_by: seq")
            .write();
    Run run = Run.attempt(mapping);
    assertThat(run.failed()).containsExactly(TABLE);
    assertThat(run.failure(TABLE).code()).isEqualTo(ErrorCode.NULL_KEY);
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      assertThat(lake.table("events").rows()).hasSize(1);
    }
  }

  @Test
  void meaningsThatMustNotChange() {
    Run.once(exported.mapping("stored_as_scd_type: 2"));
    exported.export(2, "alicia");
    refused(exported.mapping(), ErrorCode.SCD_TYPE_DRIFT);
    refused(
        exported.mapping("stored_as_scd_type: 2", "track_history_except_column_list: [name]"),
        ErrorCode.TRACK_HISTORY_DRIFT);
    Path dated =
        PipelineFile.ofSnapshots(directory)
            .table(
                TABLE,
                ("snapshot: {path: \"%s/exports/version=*\", format: json,"
                        + " version: \"date_add(DATE '2026-01-01', cast(version AS INT))\"}")
                    .formatted(directory),
                "schema: \"id BIGINT, name STRING\"",
                "keys: [id]",
                "stored_as_scd_type: 2")
            .write();
    refused(dated, ErrorCode.SEQUENCING_TYPE_DRIFT);
    Run.once(exported.mapping("stored_as_scd_type: 2"));
    assertThat(exported.rows()).containsExactly("1 alice 1 2", "1 alicia 2 null", "2 bob 1 2");
  }

  /** A run that stops with an error, and leaves the rows as they are. */
  private void refused(Path mapping, ErrorCode code, String... told) {
    List<String> rows = exported.rows();
    LakewardException failure = Run.attempt(mapping).failure(TABLE);
    assertThat(failure.code()).isEqualTo(code);
    assertThat(told).allSatisfy(part -> assertThat(failure.getMessage()).contains(part));
    assertThat(exported.rows()).isEqualTo(rows);
  }
}
