package io.lakeward.it.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.Rebuild;
import io.lakeward.it.connector.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where a run is refused because the mapping has changed, a refresh gives what it asks for now. */
class DriftRefreshTest {

  private static final List<String> HISTORY = List.of("stored_as_scd_type: 2");
  private static final String KEYS = "keys: [id]";
  private static final String SEQUENCE = "sequence_by: seq";

  enum Drift {
    TO_HISTORY(ErrorCode.SCD_TYPE_DRIFT, KEYS, SEQUENCE, List.of(), HISTORY),
    TO_CURRENT_ROWS(ErrorCode.SCD_TYPE_DRIFT, KEYS, SEQUENCE, HISTORY, List.of()),
    TO_BITEMPORAL(
        ErrorCode.SCD_TYPE_DRIFT,
        KEYS,
        SEQUENCE,
        HISTORY,
        List.of("stored_as_scd_type: bitemporal", "system_sequence_by: seq")),
    TRACKED_COLUMNS(
        ErrorCode.TRACK_HISTORY_DRIFT,
        KEYS,
        SEQUENCE,
        HISTORY,
        List.of("stored_as_scd_type: 2", "track_history_column_list: [city]")),
    INTERVAL_COLUMNS(
        ErrorCode.INTERVAL_DRIFT,
        KEYS,
        SEQUENCE,
        HISTORY,
        List.of("stored_as_scd_type: 2", "start_at_column: since")),
    SEQUENCE_TYPE(
        ErrorCode.SEQUENCING_TYPE_DRIFT,
        KEYS,
        "sequence_by: cast(seq as string)",
        List.of(),
        List.of()),
    KEY_COLUMNS(ErrorCode.KEY_SCHEMA_DRIFT, "keys: [id, city]", SEQUENCE, List.of(), List.of());

    private final ErrorCode code;
    private final String[] before;
    private final String[] after;

    Drift(ErrorCode code, String keys, String sequence, List<String> before, List<String> after) {
      this.code = code;
      this.before = lines(KEYS, SEQUENCE, before);
      this.after = lines(keys, sequence, after);
    }

    private static String[] lines(String keys, String sequence, List<String> more) {
      return java.util.stream.Stream.concat(
              java.util.stream.Stream.of(keys, sequence), more.stream())
          .toArray(String[]::new);
    }
  }

  @ParameterizedTest
  @EnumSource(Drift.class)
  void isMendedByRefresh(Drift drift, @TempDir Path directory, @TempDir Path oracle) {
    Users users = new Users(directory);
    users.change(1, "alice", "Paris", 1);
    users.change(2, "bob", "Rome", 2);
    Run.once(users.mapping(drift.before));
    users.change(1, "alicia", "Paris", 5);
    users.change(1, "late", "Oslo", 3);

    LakewardException failure = Run.attempt(users.mapping(drift.after)).failure(Users.TABLE);
    assertThat(failure.code()).isEqualTo(drift.code);
    assertThat(failure.advice()).contains("`lakeward refresh --mapping FILE --table users`");

    var done = Rebuild.of(users.mapping(drift.after), Users.TABLE);
    assertThat(done.records()).isEqualTo(4);
    assertThat(done.after().most()).isEqualTo(users.rows().size());
    assertSameAsNew(drift, users, oracle.resolve("first"));

    users.change(2, "bobby", "Rome", 9);
    assertThat(Run.once(users.mapping(drift.after)).records(Users.TABLE)).isEqualTo(1);
    assertSameAsNew(drift, users, oracle.resolve("second"));
  }

  private static void assertSameAsNew(Drift drift, Users users, Path lake) {
    Path mapping = users.mappingOfAnother(lake, drift.after);
    deleteCheckpointsOfAnother(users);
    Run.once(mapping);
    assertThat(users.rows()).containsExactlyInAnyOrderElementsOf(Users.rows(lake));
  }

  private static void deleteCheckpointsOfAnother(Users users) {
    org.apache.spark.util.Utils.deleteRecursively(
        users.warehouse().resolveSibling("checkpoints").resolve("other").toFile());
  }
}
