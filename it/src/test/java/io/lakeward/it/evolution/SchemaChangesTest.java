package io.lakeward.it.evolution;

import static io.lakeward.it.evolution.Records.create;
import static io.lakeward.it.evolution.Records.delete;
import static io.lakeward.it.evolution.Records.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sources whose columns change under a running pipeline: Debezium's records with their schema,
 * three batches, what cannot be applied set aside. Each test has a table, or several.
 */
class SchemaChangesTest {

  private static final String WIDEN = "schema_evolution: widen";
  private static final String NARROW =
      "id INT, n INT, f FLOAT, s STRUCT<a: INT>, l ARRAY<STRUCT<a: FLOAT>>,"
          + " m MAP<STRING, STRUCT<a: INT>>";
  private static final String WIDE =
      "id INT, n BIGINT, f DOUBLE, s STRUCT<a: BIGINT>, l ARRAY<STRUCT<a: DOUBLE>>,"
          + " m MAP<STRING, STRUCT<a: BIGINT>>";
  private static final String NARROW_ROW =
      "{'id':%d,'n':1,'f':0.5,'s':{'a':1},'l':[{'a':0.5}],'m':{'k':{'a':1}}}";
  private static final String WIDE_ROW =
      "{'id':%d,'n':3000000000,'f':0.1,'s':{'a':3000000000},'l':[{'a':0.1}],"
          + "'m':{'k':{'a':3000000000}}}";
  private static final String HISTORY = "id INT, v INT, version INT, known INT";
  private static final String WIDE_HISTORY = "id INT, v BIGINT, version INT, known INT";
  private static final String ARTICLE = "id INT, text STRING, place STRUCT<city: STRING>";
  private static final String WIDE_ARTICLE =
      "id INT, text STRING, place STRUCT<city: STRING, zip: INT>, l ARRAY<STRUCT<a: INT>>";
  private static final String PLACEHOLDER = "__debezium_unavailable_value";

  private static Rounds rounds;
  private static Run run;

  @BeforeAll
  static void run(@TempDir Path directory) {
    rounds = new Rounds(directory);
    added();
    nested();
    wide("wide");
    wide("wide_type_2");
    keys();
    histories();
    limits();
    goneAndRenamed();
    flows();
    pastRows();
    run = Run.once(mapping(directory));
  }

  private static Path mapping(Path directory) {
    PipelineFile file = PipelineFile.ofCapture(directory).format("debezium-json").settingAside();
    table(file, "added");
    table(file, "nested");
    table(file, "wide", WIDEN);
    table(file, "wide_type_2", WIDEN, "stored_as_scd_type: 2");
    table(file, "keyed", WIDEN);
    table(
        file,
        "versions",
        WIDEN,
        "stored_as_scd_type: 2",
        "sequence_by: version",
        "track_history_column_list: [v]");
    table(
        file,
        "beliefs",
        WIDEN,
        "stored_as_scd_type: bitemporal",
        "sequence_by: version",
        "system_sequence_by: known");
    table(file, "fitting");
    table(file, "casting", WIDEN);
    table(file, "staying", "schema_evolution: none");
    table(file, "renamed");
    file.table(
        "flows",
        "keys: [id]",
        "sequence_by: n",
        WIDEN,
        "flows:",
        "- {name: flow_narrow, topic: flow_narrow}",
        "- {name: flow_wide, topic: flow_wide}");
    table(file, "moved");
    return file.write();
  }

  private static void table(PipelineFile file, String name, String... lines) {
    String[] all = new String[lines.length + 2];
    all[0] = "topic: " + name;
    all[1] = "keys: [id]";
    System.arraycopy(lines, 0, all, 2, lines.length);
    file.table(name, all);
  }

  private static void added() {
    String old = "id INT, a STRING";
    String grown = "id INT, a STRING, b STRING";
    rounds.send(0, "added", upsert(1, old, "{'id':1,'a':'x'}"), upsert(2, old, "{'id':2,'a':'x'}"));
    rounds.send(
        1,
        "added",
        upsert(3, grown, "{'id':3,'a':'y','b':'first'}"),
        upsert(4, old, "{'id':4,'a':'y'}"),
        upsert(6, grown, "{'id':1,'a':'y','b':'second'}"),
        upsert(5, old, "{'id':1,'a':'late'}"));
  }

  @Test
  @DisplayName("S6: a new column appears with its first value, two schemas interleaved in a batch")
  void aNewColumnAppears() {
    assertThat(rounds.rows("added"))
        .containsExactly("1, y, second", "2, x, null", "3, y, first", "4, y, null");
  }

  private static void nested() {
    String old = "id INT, s STRUCT<a: INT>, l ARRAY<STRUCT<a: INT>>, m MAP<STRING, STRUCT<a: INT>>";
    String grown =
        "id INT, s STRUCT<a: INT, t: STRUCT<b: INT>>, l ARRAY<STRUCT<b: INT, a: INT>>,"
            + " m MAP<STRING, STRUCT<a: INT, b: INT>>";
    String oldRow = "{'id':%d,'s':{'a':1},'l':[{'a':1},null],'m':{'k':{'a':1}}}";
    String grownRow =
        "{'id':%d,'s':{'a':2,'t':{'b':3}},'l':[{'b':3,'a':2}],'m':{'k':{'a':2,'b':3},'n':null}}";
    rounds.send(
        0, "nested", upsert(1, old, oldRow.formatted(1)), upsert(2, old, oldRow.formatted(2)));
    rounds.send(
        1,
        "nested",
        upsert(3, old, oldRow.formatted(3)),
        upsert(4, grown, grownRow.formatted(1)),
        upsert(5, old, oldRow.formatted(4)),
        upsert(6, grown, grownRow.formatted(5)));
    rounds.send(2, "nested", upsert(7, old, oldRow.formatted(5)));
  }

  @Test
  @DisplayName("S6: new fields appear in structs, arrays and maps, with their first value")
  void newFieldsAppear() {
    String old = "[1, null], [[1, null], null], [k=[1, null]]";
    assertThat(rounds.rows("nested"))
        .containsExactly(
            "1, [2, [3]], [[2, 3]], [k=[2, 3], n=null]",
            "2, " + old,
            "3, " + old,
            "4, " + old,
            "5, " + old);
  }

  private static void wide(String table) {
    rounds.send(
        0,
        table,
        upsert(1, NARROW, NARROW_ROW.formatted(1)),
        upsert(2, NARROW, NARROW_ROW.formatted(2)),
        upsert(3, NARROW, NARROW_ROW.formatted(3)),
        delete(9, NARROW, NARROW_ROW.formatted(3)));
    rounds.send(
        1,
        table,
        upsert(10, NARROW, NARROW_ROW.formatted(4)),
        upsert(11, WIDE, WIDE_ROW.formatted(1)),
        upsert(12, NARROW, NARROW_ROW.formatted(5)),
        upsert(13, WIDE, WIDE_ROW.formatted(6)));
    rounds.send(
        2,
        table,
        upsert(8, WIDE, WIDE_ROW.formatted(3)),
        upsert(14, NARROW, NARROW_ROW.formatted(6)),
        upsert(15, WIDE, NARROW_ROW.formatted(2)));
  }

  @Test
  @DisplayName(
      "S11: numbers are widened wherever they are; a late event of a deleted row stays out")
  void numbersAreWidened() {
    String narrow = "1, 0.5, [1], [[0.5]], [k=[1]]";
    String wide = "3000000000, 0.1, [3000000000], [[0.1]], [k=[3000000000]]";
    assertThat(rounds.rows("wide"))
        .containsExactly(
            "1, " + wide, "2, " + narrow, "4, " + narrow, "5, " + narrow, "6, " + narrow);
    assertThat(rounds.columns("wide"))
        .containsExactly(
            "id int",
            "n long",
            "f double",
            "s struct<a: long>",
            "l list<struct<a: double>>",
            "m map<string, struct<a: long>>");
    assertThat(run.batches("wide").get(2).superseded()).isEqualTo(1);
    assertThat(run.batches("wide").get(2).unchanged() + run.batches("wide").get(2).applied())
        .isEqualTo(2);
  }

  @Test
  @DisplayName("S11: a history keeps its versions, and what no reader sees, across a widening")
  void historiesAreWidened() {
    assertThat(rounds.rows("wide_type_2"))
        .extracting(row -> row.substring(0, 6))
        .containsExactly(
            "1, 1, ", "1, 300", "2, 1, ", "3, 1, ", "3, 300", "4, 1, ", "5, 1, ", "6, 1, ",
            "6, 300");
    assertThat(rounds.rows("versions"))
        .containsExactly(
            "1, 10, 1, 1, 1, 4",
            "1, 10, 7, 7, 7, null",
            "1, 20, 4, 4, 4, 5",
            "1, 20, 6, 6, 6, 7",
            "1, 3000000000, 5, 5, 5, 6");
    assertThat(rounds.rows("beliefs"))
        .containsExactly(
            "1, 10, 1, 1, 1, 3, 3, null",
            "1, 10, 1, 1, 1, 5, 2, 3",
            "1, 10, 1, 1, 1, null, 1, 2",
            "1, 20, 5, 2, 5, null, 2, null",
            "1, 3000000000, 3, 3, 3, 5, 3, null");
  }

  private static void keys() {
    String narrow = "id INT, v INT";
    String wide = "id BIGINT, v INT";
    rounds.send(
        0,
        "keyed",
        upsert(1, narrow, "{'id':1,'v':1}"),
        upsert(2, narrow, "{'id':2,'v':1}"),
        upsert(3, narrow, "{'id':3,'v':1}"),
        delete(9, narrow, "{'id':2,'v':1}"));
    rounds.send(
        1,
        "keyed",
        upsert(10, wide, "{'id':1,'v':2}"),
        upsert(8, wide, "{'id':2,'v':9}"),
        upsert(11, wide, "{'id':3000000000,'v':1}"),
        upsert(12, narrow, "{'id':4,'v':1}"));
    rounds.send(
        2,
        "keyed",
        upsert(13, narrow, "{'id':1,'v':3}"),
        delete(14, wide, "{'id':3,'v':1}"),
        delete(15, wide, "{'id':3000000000,'v':1}"),
        upsert(16, wide, "{'id':3000000001,'v':1}"));
  }

  @Test
  @DisplayName("S11, S12: rows are found by their key before and after it is widened")
  void rowsAreFoundByAWiderKey() {
    assertThat(rounds.columns("keyed")).containsExactly("id long", "v int");
    assertThat(rounds.rows("keyed")).containsExactly("1, 3", "3000000001, 1", "4, 1");
  }

  private static void histories() {
    String row = "{'id':1,'v':%d,'version':%d,'known':%d}";
    rounds.send(
        0,
        "versions",
        upsert(1, HISTORY, row.formatted(10, 1, 1)),
        upsert(2, HISTORY, row.formatted(20, 4, 4)),
        upsert(3, HISTORY, row.formatted(20, 6, 6)));
    rounds.send(1, "versions", upsert(4, WIDE_HISTORY, row.formatted(3_000_000_000L, 5, 5)));
    rounds.send(2, "versions", upsert(5, HISTORY, row.formatted(10, 7, 7)));
    rounds.send(
        0,
        "beliefs",
        upsert(1, HISTORY, row.formatted(10, 1, 1)),
        upsert(2, HISTORY, row.formatted(20, 5, 2)));
    rounds.send(1, "beliefs", upsert(3, WIDE_HISTORY, row.formatted(3_000_000_000L, 3, 3)));
  }

  private static void limits() {
    String narrow = "id INT, v INT";
    String wide = "id INT, v BIGINT";
    for (String table : new String[] {"fitting", "casting", "staying"}) {
      rounds.send(0, table, upsert(1, narrow, "{'id':1,'v':1}"));
    }
    rounds.send(
        1,
        "fitting",
        upsert(2, wide, "{'id':1,'v':2}"),
        upsert(3, wide, "{'id':2,'v':3000000000}"),
        upsert(4, narrow, "{'id':3,'v':3}"));
    rounds.send(
        1,
        "casting",
        upsert(2, "id INT, v STRING", "{'id':1,'v':'12'}"),
        upsert(3, "id INT, v STRING", "{'id':2,'v':'abc'}"),
        upsert(4, "id INT, v BIGINT", "{'id':3,'v':3000000000}"));
    rounds.send(
        1,
        "staying",
        upsert(2, "id INT, v INT, tier STRING", "{'id':2,'v':2,'tier':'gold'}"),
        upsert(3, wide, "{'id':3,'v':3}"),
        upsert(4, narrow, "{'id':4,'v':4}"),
        delete(5, wide, "{'id':1,'v':1}"));
  }

  @Test
  @DisplayName("S7, S11: under add a wider value is taken where it fits, else set aside")
  void underAddValuesMustFit() {
    assertThat(rounds.rows("fitting")).containsExactly("1, 2", "3, 3");
    assertThat(rounds.columns("fitting")).containsExactly("id int", "v int");
    assertThat(rounds.letters("fitting"))
        .containsExactly(
            "2 VALUE_OUT_OF_TYPE column v: the value 3000000000 is no int (v: the table has int,"
                + " the record bigint; set `schema_evolution: widen`)");
  }

  @Test
  @DisplayName("S7, S11: other types are cast where nothing is lost, else set aside")
  void otherTypesAreCast() {
    assertThat(rounds.rows("casting")).containsExactly("1, 12", "3, 3000000000");
    assertThat(rounds.columns("casting")).containsExactly("id int", "v long");
    assertThat(rounds.letters("casting"))
        .containsExactly(
            "2 VALUE_OUT_OF_TYPE column v: the value abc is no bigint (v: the table has bigint, the"
                + " record string; leave the column out with `except_column_list`, or send what"
                + " the table has)");
  }

  @Test
  @DisplayName("none: another schema is set aside with the exact difference, the stream goes on")
  void theTableStaysAsItIs() {
    assertThat(rounds.rows("staying")).containsExactly("4, 4");
    assertThat(rounds.columns("staying")).containsExactly("id int", "v int");
    assertThat(rounds.letters("staying"))
        .containsExactly(
            "1 SCHEMA_CHANGE_REFUSED column tier: the table has no such column, the record string;"
                + " set `schema_evolution: add`",
            "2 SCHEMA_CHANGE_REFUSED column v: the table has int, the record bigint;"
                + " set `schema_evolution: widen`");
  }

  private static void goneAndRenamed() {
    rounds.send(
        0,
        "renamed",
        upsert(1, "id INT, name STRING, must INT NOT NULL", "{'id':1,'name':'a','must':1}"),
        upsert(2, "id INT, name STRING, must INT NOT NULL", "{'id':2,'name':'b','must':1}"));
    rounds.send(
        1,
        "renamed",
        upsert(3, "id INT, title STRING, must INT", "{'id':2,'title':'c','must':null}"),
        upsert(4, "id INT, title STRING, must INT", "{'id':3,'title':'d','must':2}"));
    rounds.send(2, "renamed", upsert(5, "id INT, title STRING", "{'id':4,'title':'e'}"));
  }

  @Test
  @DisplayName("S2, S12, S13: what is dropped or renamed stays, what is not required may be null")
  void columnsThatAreGoneStay() {
    assertThat(rounds.columns("renamed"))
        .containsExactly("id int", "name string", "must int", "title string");
    assertThat(rounds.rows("renamed"))
        .containsExactly("1, a, 1, null", "2, null, null, c", "3, null, 2, d", "4, null, null, e");
  }

  private static void flows() {
    rounds.send(0, "flow_narrow", upsert(1, "id INT, n INT, v INT", "{'id':1,'n':1,'v':1}"));
    rounds.send(
        1,
        "flow_wide",
        upsert(1, "id BIGINT, n INT, v BIGINT", "{'id':1,'n':2,'v':3000000000}"),
        upsert(2, "id BIGINT, n INT, v BIGINT", "{'id':2,'n':2,'v':3000000000}"));
    rounds.send(2, "flow_narrow", upsert(2, "id INT, n INT, v INT", "{'id':2,'n':3,'v':1}"));
  }

  @Test
  @DisplayName("S11: two flows of different width write one table")
  void flowsOfDifferentWidthWriteOneTable() {
    assertThat(rounds.rows("flows")).containsExactly("1, 2, 3000000000", "2, 3, 1");
  }

  private static void pastRows() {
    rounds.send(0, "moved", create(1, ARTICLE, "{'id':1,'text':'long','place':{'city':'Bonn'}}"));
    rounds.send(1, "moved", delete(10, ARTICLE, "{'id':1,'text':null,'place':null}"));
    rounds.send(
        2,
        "moved",
        create(
            10,
            WIDE_ARTICLE,
            "{'id':2,'text':'" + PLACEHOLDER + "','place':{'city':'Rome','zip':1},'l':[{'a':1}]}"));
  }

  @Test
  @DisplayName("S6: what only an older snapshot has is found after fields were added")
  void anOlderSnapshotIsReadWithTheColumnsOfNow() {
    assertThat(rounds.rows("moved")).containsExactly("2, long, [Rome, 1], [[1]]");
  }
}
