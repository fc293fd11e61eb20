package io.lakeward.it.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.change.RejectReason;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The mapping's expressions over the change rows of Debezium and of plain JSON, to the table. */
class ExpressionsTest {

  private static final String DEBEZIUM = "format: debezium-json";
  private static final String SCHEMA =
      "schema: \"id INT, name STRING, version BIGINT, gone BOOLEAN\"";
  private static final String KEYS = "keys: [id]";
  private static final String SEQUENCE = "sequence_by: version";
  private static final String SOFT_DELETES = "apply_as_deletes: \"_change.op = 'd' or gone\"";

  @TempDir private Path directory;

  private CaptureFiles captures;
  private long offset;

  @BeforeEach
  void openCaptures() {
    captures = new CaptureFiles(directory);
  }

  @Test
  void rowsThatAreMarkedAsGoneAreDeletedInTheOrderOfTheirVersion() {
    send(0, event("c", 1, "one", 1, false), event("c", 2, "two", 1, false));
    send(1, event("u", 1, "eins", 3, false), event("u", 2, "two", 2, true));
    send(2, event("u", 1, "uno", 2, false), event("u", 2, "two", 1, false));
    Run run =
        Run.once(
            mapping(
                DEBEZIUM,
                SCHEMA,
                KEYS,
                SEQUENCE,
                SOFT_DELETES,
                "except_column_list: [gone]",
                "add_columns: {title: upper(name), changed_at: _change.source_time, op:"
                    + " _change.op}"));
    assertThat(run.superseded("things")).isEqualTo(2);
    assertThat(rows())
        .extracting("id", "name", "version", "title", "changed_at", "op")
        .containsExactly(
            tuple(1, "eins", 3L, "EINS", OffsetDateTime.parse("1970-01-01T00:00:03Z"), "u"));
    assertThat(rows().get(0)).doesNotContainKey("gone");
  }

  @ParameterizedTest(name = "truncate in batch {0}")
  @ValueSource(ints = {0, 1})
  void aConditionTruncates(int batch) {
    send(0, event("c", 1, "one", 1, false), event("c", 2, "two", 3, false));
    send(batch, event("u", 9, "all", 2, false));
    Run.once(
        mapping(
            DEBEZIUM,
            SCHEMA,
            KEYS,
            SEQUENCE,
            "apply_as_truncates: \"_change.op = 't' or name = 'all'\""));
    assertThat(rows()).extracting("id").containsExactly(2);
  }

  @Test
  void intervalsShowWhatTheMappingSays() {
    send(0, event("c", 1, "one", 1, false));
    send(1, event("u", 1, "uno", 3, false), event("u", 1, "eins", 2, false));
    send(2, event("u", 1, "uno", 4, true));
    Run.once(
        mapping(
            DEBEZIUM,
            SCHEMA,
            KEYS,
            SEQUENCE,
            SOFT_DELETES,
            "except_column_list: [gone]",
            "stored_as_scd_type: 2",
            "track_history_column_list: [name]",
            "interval_value: concat('v', version)"));
    assertThat(rows())
        .extracting("name", "__START_AT", "__END_AT")
        .containsExactlyInAnyOrder(
            tuple("one", "v1", "v2"), tuple("eins", "v2", "v3"), tuple("uno", "v3", "v4"));
  }

  @Test
  void aHistoryInTwoTimes() {
    String system = "system_sequence_by: _change.offset";
    send(0, event("c", 1, "one", 10, false));
    send(1, event("u", 1, "uno", 20, false));
    send(2, event("u", 1, "eins", 10, false));
    Run.once(mapping(DEBEZIUM, SCHEMA, KEYS, SEQUENCE, "stored_as_scd_type: bitemporal", system));
    assertThat(rows())
        .extracting("name", "__START_AT", "__END_AT", "__SYSTEM_START_AT", "__SYSTEM_END_AT")
        .containsExactlyInAnyOrder(
            tuple("one", 10L, null, 0L, 1L),
            tuple("one", 10L, 20L, 1L, 2L),
            tuple("eins", 10L, 20L, 2L, null),
            tuple("uno", 20L, null, 1L, null));
  }

  @Test
  void addedColumnsComeLaterAndFollowTheSourcesSchema() {
    String tag = "add_columns: {tag: \"concat(name, '!')\"}";
    send(0, embedded("int32", "{'id':1,'name':'one'}", 1, "id", "name"));
    Run.once(mapping(DEBEZIUM, KEYS));
    send(1, embedded("int32", "{'id':2,'name':'two'}", 2, "id", "name"));
    send(1, embedded("int32", "{'id':3,'name':'three','city':'Rome'}", 3, "id", "name", "city"));
    Run.once(mapping(DEBEZIUM, KEYS, tag));
    assertThat(rows())
        .extracting("id", "name", "tag", "city")
        .containsExactlyInAnyOrder(
            tuple(1, "one", null, null),
            tuple(2, "two", "two!", null),
            tuple(3, "three", "three!", "Rome"));

    send(2, embedded("int32", "{'id':4}", 4, "id"));
    LakewardException failure = Run.attempt(mapping(DEBEZIUM, KEYS, tag)).failure("things");
    assertThat(failure.facts())
        .containsEntry("reason", RejectReason.COLUMN_UNKNOWN.name())
        .containsEntry("offset", "3");
    assertThat(failure.facts().get("detail")).startsWith("add_columns.tag: ").contains("`name`");
    assertThat(rows()).hasSize(3);
  }

  @Test
  void theTimeOfLoadingIsThatOfTheLastChangeThatWasWritten() {
    String[] keys = {
      "schema: \"id INT, name STRING, version BIGINT\"",
      KEYS,
      SEQUENCE,
      "add_columns: {loaded_at: current_timestamp()}"
    };
    send(0, Map.of("id", 1, "name", "one", "version", 2));
    Run.once(mapping(keys));
    OffsetDateTime loaded = loadedAt(rows().get(0));
    assertThat(loaded).isBetween(OffsetDateTime.now().minusMinutes(10), OffsetDateTime.now());
    send(1, Map.of("id", 1, "name", "late", "version", 1));
    Run.once(mapping(keys));
    assertThat(rows()).extracting(ExpressionsTest::loadedAt).containsExactly(loaded);
    send(2, Map.of("id", 1, "name", "uno", "version", 3));
    Run.once(mapping(keys));
    assertThat(loadedAt(rows().get(0))).isAfter(loaded);
  }

  @Test
  void theTimeOfLoadingBeginsNoVersion() {
    String[] keys = {
      "schema: \"id INT, name STRING, version BIGINT\"",
      KEYS,
      SEQUENCE,
      "except_column_list: [version]",
      "stored_as_scd_type: 2",
      "add_columns: {loaded_at: current_timestamp()}"
    };
    send(0, Map.of("id", 1, "name", "one", "version", 1));
    Run.once(mapping(keys));
    OffsetDateTime loaded = loadedAt(rows().get(0));
    send(1, Map.of("id", 1, "name", "one", "version", 2));
    Run again = Run.once(mapping(keys));
    assertThat(again.applied("things")).isZero();
    assertThat(rows()).extracting(ExpressionsTest::loadedAt).containsExactly(loaded);
    send(2, Map.of("id", 1, "name", "uno", "version", 3));
    Run.once(mapping(keys));
    assertThat(rows())
        .extracting("name", "__START_AT", "__END_AT")
        .containsExactlyInAnyOrder(tuple("one", 1L, 3L), tuple("uno", 3L, null));
  }

  private static OffsetDateTime loadedAt(Map<String, Object> row) {
    return (OffsetDateTime) row.get("loaded_at");
  }

  @Test
  void theTimeOfLoadingCannotBeTracked() {
    Path mapping =
        mapping(
            "schema: \"id INT, name STRING, version BIGINT\"",
            KEYS,
            SEQUENCE,
            "stored_as_scd_type: 2",
            "add_columns: {loaded_at: now(), tag: upper(name)}",
            "track_history_column_list: [tag, loaded_at]");
    assertThatThrownBy(() -> Run.attempt(mapping))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.EXPRESSION_INVALID);
              assertThat(e.facts())
                  .containsEntry("key", "track_history_column_list")
                  .containsEntry("columns", "[loaded_at]");
            });
  }

  @Test
  void anExpressionThatIsWrongIsRefusedBeforeTheFirstRecord() {
    for (String rule : List.of("sequence_by: versio", "add_columns: {x: rand()}")) {
      assertThatThrownBy(() -> Run.attempt(mapping(DEBEZIUM, SCHEMA, KEYS, rule)))
          .isInstanceOfSatisfying(
              LakewardException.class,
              e -> assertThat(e.facts().get("key")).isIn("sequence_by", "add_columns.x"));
    }
  }

  private static JsonNode event(String op, int id, String name, long version, boolean gone) {
    return json(
        ("{'before':null,'after':{'id':%d,'name':'%s','version':%d,'gone':%b},'source':{"
                + "'connector':'oracle','ts_ms':%d},'op':'%s'}")
            .formatted(id, name, version, gone, version * 1000, op));
  }

  private static JsonNode embedded(String idType, String after, int place, String... columns) {
    String fields =
        String.join(
            ",",
            IntStream.range(0, columns.length)
                .mapToObj(
                    i ->
                        "{'type':'%s','optional':true,'field':'%s'}"
                            .formatted(i == 0 ? idType : "string", columns[i]))
                .toList());
    return json(
        "{'schema':{'type':'struct','fields':[{'type':'struct','optional':true,'field':'after',"
            + "'fields':["
            + fields
            + "]}]},'payload':{'after':"
            + after
            + ",'source':{'connector':'postgresql','lsn':"
            + place
            + ",'ts_ms':1},'op':'c'}}");
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(int batch, Object... payloads) {
    for (Object payload : payloads) {
      captures.add(batch, "things", offset++, payload);
    }
  }

  private Path mapping(String... keys) {
    String[] all = new String[keys.length + 1];
    all[0] = "topic: things";
    System.arraycopy(keys, 0, all, 1, keys.length);
    return PipelineFile.ofCapture(directory).table("things", all).write();
  }

  private List<Map<String, Object>> rows() {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table("things").rows();
    }
  }
}
