package io.lakeward.it.fanin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several flows into one table (semantics, section 11). */
class FanInTest {

  private static final String TABLE = "members";

  private static final String[] FLOWS = {
    "keys: [id]",
    "sequence_by: seq",
    "flows:",
    "- {topic: profiles, schema: \"id BIGINT, name STRING, seq BIGINT, gone BOOLEAN\","
        + " column_list: [id, name], apply_as_deletes: gone}",
    "- {topic: scores, schema: \"id BIGINT, points INT, level INT, seq BIGINT\","
        + " column_list: [id, points, level], rename: {level: rank}, ignore_null_updates: true}"
  };

  @TempDir private Path directory;
  private CaptureFiles captures;

  @BeforeEach
  void captures() {
    captures = new CaptureFiles(directory);
  }

  @Test
  void eachFlowWritesItsOwnColumns() {
    captures.add(0, "profiles", 0, Map.of("id", 1, "name", "alice", "seq", 10));
    captures.add(0, "scores", 0, Map.of("id", 1, "points", 5, "level", 2, "seq", 20));
    captures.add(1, "scores", 1, Map.of("id", 1, "points", 9, "seq", 30));
    captures.add(1, "scores", 2, Map.of("id", 2, "points", 7, "seq", 1));
    captures.add(2, "profiles", 1, Map.of("id", 1, "name", "late", "seq", 5));
    captures.add(2, "profiles", 2, Map.of("id", 3, "name", "carol", "seq", 1));
    captures.add(2, "profiles", 3, Map.of("id", 3, "gone", true, "seq", 3));
    captures.add(3, "scores", 3, Map.of("id", 3, "points", 1, "seq", 2));
    captures.add(3, "scores", 4, Map.of("id", 3, "points", 4, "seq", 4));
    Run.once(mapping(FLOWS));
    try (Lake lake = lake()) {
      assertThat(lake.table(TABLE).columns())
          .containsExactly("id", "name", "points", "rank", "_lakeward");
      assertThat(lake.table(TABLE).rows())
          .extracting(row -> row.get("id"), row -> row.get("name"), row -> row.get("points"))
          .containsExactlyInAnyOrder(tuple(1L, "alice", 9), tuple(2L, null, 7), tuple(3L, null, 4));
      assertThat(lake.table(TABLE).rows()).extracting(row -> row.get("rank")).contains(2);
    }
  }

  @Test
  void ofTwoChangesAtOneSequenceThatOfTheLaterFlowWinsWhicheverCameFirst() {
    String[] flows = {
      "keys: [id]",
      "sequence_by: seq",
      "schema: \"id BIGINT, name STRING, seq BIGINT\"",
      "flows:",
      "- {topic: first}",
      "- {topic: second}"
    };
    captures.add(0, "second", 0, Map.of("id", 1, "name", "second", "seq", 1));
    captures.add(1, "first", 0, Map.of("id", 1, "name", "first", "seq", 1));
    captures.add(1, "first", 1, Map.of("id", 2, "name", "first", "seq", 1));
    captures.add(2, "second", 1, Map.of("id", 2, "name", "second", "seq", 1));
    Run run = Run.once(mapping(flows));
    assertThat(run.records(TABLE)).isEqualTo(4);
    assertThat(run.applied(TABLE) + run.superseded(TABLE)).isEqualTo(4);
    try (Lake lake = lake()) {
      assertThat(lake.table(TABLE).rows())
          .hasSize(2)
          .extracting(row -> row.get("name"))
          .containsOnly("second");
    }
  }

  @Test
  void aHistoryTracksColumnsOfEachAndNoTimeOfLoading() {
    String[] flows = {
      "keys: [id]",
      "sequence_by: seq",
      "stored_as_scd_type: 2",
      "track_history_column_list: [name, points]",
      "flows:",
      "- {topic: profiles, schema: \"id BIGINT, name STRING, note STRING, seq BIGINT\","
          + " column_list: [id, name, note], add_columns: {loaded_at: current_timestamp()}}",
      "- {topic: scores, schema: \"id BIGINT, points INT, seq BIGINT\", column_list: [id, points]}"
    };
    captures.add(0, "profiles", 0, Map.of("id", 1, "name", "alice", "note", "a", "seq", 1));
    captures.add(1, "profiles", 1, Map.of("id", 1, "name", "alice", "note", "b", "seq", 2));
    captures.add(2, "scores", 0, Map.of("id", 1, "points", 5, "seq", 3));
    captures.add(3, "profiles", 2, Map.of("id", 1, "name", "alice", "note", "c", "seq", 4));
    captures.add(4, "scores", 1, Map.of("id", 1, "points", 5, "seq", 5));
    Run.once(mapping(flows));
    try (Lake lake = lake()) {
      assertThat(lake.table(TABLE).rows())
          .extracting(
              row -> row.get("name"),
              row -> row.get("points"),
              row -> row.get("note"),
              row -> row.get("__START_AT"),
              row -> row.get("__END_AT"))
          .containsExactlyInAnyOrder(
              tuple("alice", null, "b", 1L, 3L), tuple("alice", 5, "c", 3L, null));
    }
  }

  @Test
  void eachFlowGoesOnWhereItStoodAlsoWithoutItsCheckpoint() {
    captures.add(0, "profiles", 0, Map.of("id", 1, "name", "alice", "seq", 10));
    captures.add(0, "scores", 0, Map.of("id", 1, "points", 5, "seq", 20));
    Run.once(mapping(FLOWS));
    PipelineFile.ofCapture(directory).deleteCheckpoints();
    captures.add(1, "scores", 1, Map.of("id", 1, "points", 6, "seq", 30));
    Run again = Run.once(mapping(FLOWS));
    assertThat(again.records(TABLE)).isEqualTo(1);
    try (Lake lake = lake()) {
      assertThat(lake.table(TABLE).rows())
          .extracting(row -> row.get("name"), row -> row.get("points"))
          .containsExactly(tuple("alice", 6));
    }
  }

  @Test
  void sequencesOfTwoTypesCannotBeCompared() {
    Run run =
        Run.attempt(
            mapping(
                "keys: [id]",
                "flows:",
                "- {topic: first, schema: \"id BIGINT, seq BIGINT\", sequence_by: seq}",
                "- {topic: second, schema: \"id BIGINT, at TIMESTAMP\", sequence_by: at}"));
    LakewardException failure = run.failure(TABLE);
    assertThat(failure.code()).isEqualTo(ErrorCode.FAN_IN_MISMATCH);
    assertThat(failure.facts())
        .containsEntry("what", "sequence")
        .containsEntry("members-first", "bigint")
        .containsEntry("members-second", "timestamp");
  }

  @Test
  void oneFlowsTruncateDoesNotSilentlyTakeTheRowsOfTheOthers() {
    String[] flows = {
      "keys: [id]",
      "sequence_by: seq",
      "schema: \"id BIGINT, name STRING, seq BIGINT, all BOOLEAN\"",
      "except_column_list: [all]",
      "flows:",
      "- {topic: first, apply_as_truncates: all}",
      "- {topic: second}",
      ""
    };
    captures.add(0, "second", 0, Map.of("id", 1, "name", "kept", "seq", 1));
    captures.add(1, "first", 0, Map.of("all", true, "seq", 2));
    assertThat(Run.attempt(mapping(flows)).failure(TABLE).facts())
        .containsEntry("reason", "TRUNCATE_REFUSED");
    flows[flows.length - 1] = "on_truncate: truncate_all";
    Run.once(mapping(flows));
    try (Lake lake = lake()) {
      assertThat(lake.table(TABLE).rows()).isEmpty();
    }
  }

  private Lake lake() {
    return Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE);
  }

  private Path mapping(String... keys) {
    return PipelineFile.ofCapture(directory)
        .table(TABLE, List.of(keys).stream().filter(key -> !key.isEmpty()).toArray(String[]::new))
        .write();
  }
}
