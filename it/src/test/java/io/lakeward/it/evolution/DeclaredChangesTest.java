package io.lakeward.it.evolution;

import static io.lakeward.it.evolution.Records.plain;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables whose columns the mapping declares, in plain JSON and for Debezium's records without
 * schema: they change where the declaration does, between two runs.
 */
class DeclaredChangesTest {

  private static final String OLD = "id INT, v INT, s STRUCT<a: INT>, seq INT";
  private static final String GROWN =
      "id BIGINT, v BIGINT, s STRUCT<b: STRING, a: INT>, tier STRING, seq INT";
  private static final String ROW = "{'id':1,'v':1,'s':{'a':1},'seq':1}";
  private static final String GROWN_ROW =
      "{'id':3000000000,'v':3000000000,'s':{'b':'x','a':2},'tier':'gold','seq':2}";
  private static final String ENVELOPE =
      "{'before':null,'after':%s,'source':{'connector':'postgresql','lsn':%d},'op':'u'}";
  private static final String PLAIN = "plain";
  private static final String BARE = "bare";

  @TempDir private Path directory;
  private Rounds rounds;

  @BeforeEach
  void begin() {
    rounds = new Rounds(directory);
    rounds.send(0, PLAIN, plain(ROW));
    rounds.send(0, BARE, plain(ENVELOPE.formatted(ROW, 1)));
    Run.once(mapping(OLD, "schema_evolution: add"));
    rounds.send(1, PLAIN, plain(GROWN_ROW));
    rounds.send(1, BARE, plain(ENVELOPE.formatted(GROWN_ROW, 2)));
  }

  @Test
  @DisplayName("none: what is declared anew stops the table, with the exact difference")
  void anotherDeclarationIsRefusedWhereTheTableIsToStay() {
    Run run = Run.attempt(mapping(GROWN, "schema_evolution: none"));
    for (String table : new String[] {PLAIN, BARE}) {
      LakewardException failure = run.failure(table);
      assertThat(failure.code()).isEqualTo(ErrorCode.SCHEMA_CHANGE_REFUSED);
      assertThat(failure.facts())
          .containsEntry("offset", "1")
          .containsEntry(
              "detail",
              "column id: the table has int, the record bigint; set `schema_evolution: widen`");
      assertThat(rounds.rows(table)).containsExactly("1, 1, [1], 1");
    }
  }

  @Test
  @DisplayName("S7: under add a value that does not fit stops the table, and nothing of it lands")
  void valuesMustFitUnderAdd() {
    Run run = Run.attempt(mapping(GROWN, "schema_evolution: add"));
    for (String table : new String[] {PLAIN, BARE}) {
      LakewardException failure = run.failure(table);
      assertThat(failure.code()).isEqualTo(ErrorCode.RECORD_REJECTED);
      assertThat(failure.facts().get("detail"))
          .startsWith("column id: the value 3000000000 is no int (id: the table has int");
      assertThat(rounds.rows(table)).hasSize(1);
    }
  }

  @Test
  @DisplayName("S6, S11: what is declared anew is added and widened, whichever declaration comes")
  void theTableFollowsItsDeclaration() {
    Run.once(mapping(GROWN, "schema_evolution: widen"));
    rounds.send(2, PLAIN, plain("{'id':2,'v':2,'s':{'a':5},'seq':3}"));
    rounds.send(2, BARE, plain(ENVELOPE.formatted("{'id':2,'v':2,'s':{'a':5},'seq':3}", 3)));
    Run.once(mapping(OLD, "schema_evolution: widen"));
    for (String table : new String[] {PLAIN, BARE}) {
      assertThat(rounds.columns(table))
          .containsExactly(
              "id long", "v long", "s struct<a: int, b: string>", "seq int", "tier string");
      assertThat(rounds.rows(table))
          .containsExactly(
              "1, 1, [1, null], 1, null",
              "2, 2, [5, null], 3, null",
              "3000000000, 3000000000, [2, x], 2, gold");
    }
  }

  @Test
  @DisplayName("S12: a key of another type, or another sequence, is refused with the way out")
  void anotherKeyIsRefused() {
    rounds.send(0, "keyed", plain(ROW));
    Run.once(keyed("INT"));
    rounds.send(2, "keyed", plain(ROW.replace("'id':1", "'id':'x'")));
    LakewardException key = Run.attempt(keyed("STRING")).failure("keyed");
    assertThat(key.code()).isEqualTo(ErrorCode.KEY_SCHEMA_DRIFT);
    assertThat(key.facts())
        .containsEntry("column", "id")
        .containsEntry("stored", "int")
        .containsEntry("record", "string");
    assertThat(key.advice()).contains("lakeward refresh");
    Run sequence =
        Run.attempt(mapping(GROWN.replace("seq INT", "seq BIGINT"), "schema_evolution: widen"));
    assertThat(sequence.failure(PLAIN).code()).isEqualTo(ErrorCode.SEQUENCING_TYPE_DRIFT);
    assertThat(rounds.rows(PLAIN)).containsExactly("1, 1, [1], 1");
  }

  private Path keyed(String type) {
    return PipelineFile.ofCapture(directory)
        .table(
            "keyed",
            "topic: keyed",
            "schema: \"" + OLD.replace("id INT", "id " + type) + "\"",
            "sequence_by: seq",
            "keys: [id]",
            "schema_evolution: widen")
        .write();
  }

  private Path mapping(String schema, String line) {
    String keys = "keys: [id]";
    return PipelineFile.ofCapture(directory)
        .table(
            PLAIN, "topic: " + PLAIN, "schema: \"" + schema + "\"", "sequence_by: seq", line, keys)
        .table(
            BARE,
            "topic: " + BARE,
            "format: debezium-json",
            "schema: \"" + schema + "\"",
            line,
            keys)
        .write();
  }
}
