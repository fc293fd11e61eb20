package io.lakeward.it.evolution;

import static io.lakeward.it.evolution.Records.plain;
import static io.lakeward.it.evolution.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that events lack read null, and people are told once (case T20). */
class AbsentColumnsTest {

  private static final String ENVELOPE =
      "{'before':null,'after':%s,'source':{'connector':'postgresql','lsn':%d},'op':'u'}";
  private static final String BARE = "bare";
  private static final String FLAT = "flat";
  private static final String LISTED = "listed";
  private static final String NAMED = "named";
  private static final String UNNAMED = "unnamed";
  private static final String EVENTS = "events";

  @TempDir private Path directory;
  private Rounds rounds;

  @BeforeEach
  void begin() {
    rounds = new Rounds(directory);
  }

  @Test
  @DisplayName("T20: columns that no event has are told once in each run, and read null")
  void declaredColumnsThatNoEventHasAreToldOnceInEachRun() {
    for (int round = 0; round < 2; round++) {
      int first = 10 * round;
      rounds.send(
          round,
          BARE,
          plain(ENVELOPE.formatted("{'id':" + first + ",'v':1}", first + 1)),
          plain(ENVELOPE.formatted("{'id':" + (first + 1) + ",'v':2}", first + 2)));
      rounds.send(
          round, FLAT, plain("{'id':" + first + ",'v':1,'__op':'c','__lsn':" + first + "}"));
      rounds.send(
          round, LISTED, plain(ENVELOPE.formatted("{'id':1,'v':1,'columns':['v']}", first + 1)));
      rounds.send(round, EVENTS, plain("{'id':1,'v':1,'seq':" + round + "}"));
    }
    Path mapping = declared();
    Run run = Run.once(mapping);
    assertThat(run.batches(BARE)).hasSize(2);
    assertThat(run.notices())
        .satisfiesExactlyInAnyOrder(
            text ->
                assertThat(text)
                    .contains("shop.bare: ")
                    .contains("no columns [area, form]")
                    .contains("read null")
                    .contains("column.include.list"),
            text -> assertThat(text).contains("shop.flat: ").contains("no columns [note]"));
    assertThat(rounds.rows(BARE))
        .containsExactly(
            "0, 1, null, null", "1, 2, null, null", "10, 1, null, null", "11, 2, null, null");
    assertThat(Run.once(mapping).notices()).as("nothing came").isEmpty();
    rounds.send(2, BARE, plain(ENVELOPE.formatted("{'id':0,'v':1,'form':'x','area':'y'}", 30)));
    assertThat(Run.once(mapping).notices()).as("all columns came").isEmpty();
    rounds.send(3, BARE, plain(ENVELOPE.formatted("{'id':0,'v':1,'area':'y'}", 40)));
    assertThat(Run.once(mapping).notices())
        .singleElement()
        .asString()
        .contains("no columns [form]");
  }

  @Test
  @DisplayName("T20: columns that a schema no longer has are told where the mapping names them")
  void columnsThatASchemaNoLongerHasAreToldWhereTheMappingNamesThem() {
    String had = "id INT, v INT, big STRING";
    String has = "id INT, v INT";
    for (String table : new String[] {NAMED, UNNAMED}) {
      rounds.send(0, table, upsert(1, had, "{'id':1,'v':1,'big':'x'}"));
    }
    assertThat(Run.once(embedded()).notices()).isEmpty();
    for (String table : new String[] {NAMED, UNNAMED}) {
      rounds.send(1, table, upsert(2, has, "{'id':2,'v':1}"), upsert(3, has, "{'id':3,'v':1}"));
      rounds.send(2, table, upsert(4, has, "{'id':4,'v':1}"));
    }
    assertThat(Run.once(embedded()).notices())
        .singleElement()
        .asString()
        .contains("shop.named: ")
        .contains("no columns [big]");
    assertThat(rounds.rows(NAMED))
        .containsExactly("1, 1, x", "2, 1, null", "3, 1, null", "4, 1, null");
  }

  private Path declared() {
    return PipelineFile.ofCapture(directory)
        .table(
            BARE,
            "topic: bare",
            "format: debezium-json",
            "keys: [id]",
            "rename: {form: shape}",
            "schema: \"id INT, v INT, form STRING, area STRING\"")
        .table(
            FLAT,
            "topic: flat",
            "format: flattened-json",
            "keys: [id]",
            "schema: \"id INT, v INT, note STRING\"")
        .table(
            LISTED,
            "topic: listed",
            "format: debezium-json",
            "keys: [id]",
            "columns_to_update: columns",
            "except_column_list: [columns]",
            "schema: \"id INT, v INT, note STRING, columns ARRAY<STRING>\"")
        .table(
            EVENTS,
            "topic: events",
            "keys: [id]",
            "sequence_by: seq",
            "schema: \"id INT, v INT, seq INT, note STRING\"")
        .write();
  }

  private Path embedded() {
    return PipelineFile.ofCapture(directory)
        .format("debezium-json")
        .table(NAMED, "topic: named", "keys: [id]", "column_list: [id, v, big]")
        .table(UNNAMED, "topic: unnamed", "keys: [id]")
        .write();
  }
}
