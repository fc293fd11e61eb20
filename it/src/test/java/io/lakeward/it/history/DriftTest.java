package io.lakeward.it.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What must not change between two runs of a table is refused (semantics, section 10). */
class DriftTest {

  private static final String KEYS = "keys: [id]";
  private static final String SEQUENCE = "sequence_by: seq";
  private static final String HISTORY = "stored_as_scd_type: 2";
  private static final String TRACKED = "track_history_column_list: [name]";

  @TempDir private Path directory;

  @BeforeEach
  void keepAHistory() {
    new CaptureFiles(directory)
        .add(0, "users", 0, Map.of("id", 1, "name", "alice", "city", "Paris", "seq", 1));
    Run.once(mapping(KEYS, SEQUENCE, HISTORY, TRACKED));
    new CaptureFiles(directory)
        .add(1, "users", 1, Map.of("id", 1, "name", "alicia", "city", "Rome", "seq", 2));
  }

  @Test
  void theKindOfHistory() {
    assertRefused(ErrorCode.SCD_TYPE_DRIFT, KEYS, SEQUENCE);
    assertRefused(
        ErrorCode.SCD_TYPE_DRIFT,
        KEYS,
        SEQUENCE,
        "stored_as_scd_type: bitemporal",
        "system_sequence_by: seq",
        TRACKED);
  }

  @Test
  void theTrackedColumns() {
    assertRefused(ErrorCode.TRACK_HISTORY_DRIFT, KEYS, SEQUENCE, HISTORY);
    assertRefused(
        ErrorCode.TRACK_HISTORY_DRIFT,
        KEYS,
        SEQUENCE,
        HISTORY,
        "track_history_except_column_list: [city]");
  }

  @Test
  void theSequence() {
    assertRefused(
        ErrorCode.SEQUENCING_TYPE_DRIFT,
        KEYS,
        "sequence_by: cast(seq as string)",
        HISTORY,
        TRACKED);
  }

  @Test
  void theIntervalColumns() {
    assertRefused(
        ErrorCode.INTERVAL_DRIFT, KEYS, SEQUENCE, HISTORY, TRACKED, "start_at_column: von");
    assertRefused(
        ErrorCode.INTERVAL_DRIFT, KEYS, SEQUENCE, HISTORY, TRACKED, "interval_value: name");
  }

  @Test
  void theSystemSequence() {
    String[] bitemporal = {
      KEYS, SEQUENCE, "stored_as_scd_type: bitemporal", "system_sequence_by: cast(seq as string)"
    };
    new CaptureFiles(directory)
        .add(0, "believed", 0, Map.of("id", 1, "name", "alice", "city", "Paris", "seq", 1));
    Run.once(mappingOf("believed", bitemporal));
    bitemporal[3] = "system_sequence_by: seq";
    LakewardException failure = Run.attempt(mappingOf("believed", bitemporal)).failure("believed");
    assertThat(failure.code()).isEqualTo(ErrorCode.SEQUENCING_TYPE_DRIFT);
  }

  @Test
  void theKeys() {
    assertRefused(ErrorCode.KEY_SCHEMA_DRIFT, "keys: [id, city]", SEQUENCE, HISTORY, TRACKED);
  }

  @Test
  void theKeysBeforeAnyRecordComes() {
    new CaptureFiles(directory).remove(1);
    assertRefused(ErrorCode.KEY_SCHEMA_DRIFT, "keys: [id, city]", SEQUENCE, HISTORY, TRACKED);
  }

  @Test
  void whatDidNotChangeGoesOn() {
    Run.once(mapping(KEYS, SEQUENCE, HISTORY, TRACKED));
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      assertThat(lake.table("users").rows())
          .extracting(row -> row.get("name"), row -> row.get("__END_AT"))
          .containsExactlyInAnyOrder(tuple("alice", 2L), tuple("alicia", null));
    }
  }

  private void assertRefused(ErrorCode code, String... keys) {
    LakewardException failure = Run.attempt(mapping(keys)).failure("users");
    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.facts()).containsKey("table");
    assertThat(failure.advice()).isNotBlank();
  }

  private Path mapping(String... keys) {
    return mappingOf("users", keys);
  }

  private Path mappingOf(String table, String... keys) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "topic: " + table, "schema: \"id BIGINT, name STRING, city STRING, seq BIGINT\""));
    all.addAll(List.of(keys));
    return PipelineFile.ofCapture(directory).table(table, all.toArray(String[]::new)).write();
  }
}
