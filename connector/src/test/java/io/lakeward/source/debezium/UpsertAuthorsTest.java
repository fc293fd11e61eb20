package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.embedded;
import static io.lakeward.source.debezium.Events.field;
import static io.lakeward.source.debezium.Events.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.change.RejectReason;
import io.lakeward.error.LakewardException;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.DecodedChange.KeyChange;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import io.lakeward.source.Leaves;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.Selection;
import io.lakeward.source.SourceRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What upserts of envelopes author: semantics, sections 3 and 4. */
class UpsertAuthorsTest {

  private static final String KEY = "{\"id\":1}";
  private static final String UNAVAILABLE = "'__debezium_unavailable_value'";
  private static final StructType SCHEMA =
      StructType.fromDDL(
          "id INT, name STRING, big STRING, s STRUCT<x: INT, y: INT>, upd ARRAY<STRING>");

  /** The leaves of the table: id, name, big, s.x, s.y. */
  private static final Layout LAYOUT =
      new Layout(
          List.of(
              Layout.Column.key("id", DataTypes.IntegerType),
              Layout.Column.value("name", DataTypes.StringType),
              Layout.Column.value("big", DataTypes.StringType),
              Layout.Column.value("s", SCHEMA.apply("s").dataType())));

  private static final int LATER = new Leaves(LAYOUT).later();

  private static final PartialUpdates LISTED = new PartialUpdates.Listed("upd");
  private static final PartialUpdates IGNORED = new PartialUpdates.IgnoreNulls(Selection.ALL);

  private static DebeziumJsonFormat.Builder builder(PartialUpdates updates) {
    return DebeziumJsonFormat.builder()
        .selection(new Selection(Set.of(), Set.of("upd"), Map.of()))
        .updates(updates);
  }

  private static DebeziumJsonFormat declared(PartialUpdates updates) {
    return builder(updates).declaredSchema(SCHEMA).build();
  }

  private static SourceRecord upsert(String op, String fields, Map<String, String> headers) {
    return record(KEY, bare(op, "null", row(fields)), headers);
  }

  private static String row(String fields) {
    return ("{'id':1," + fields + "}").replace('\'', '"');
  }

  /** The leaves of the table that a change leaves alone, whatever it does with later columns. */
  private static List<Integer> unauthored(DecodedChange change) {
    return BitSet.valueOf(change.unauthored()).stream()
        .filter(leaf -> leaf < LATER)
        .boxed()
        .toList();
  }

  private static boolean authorsLaterColumns(DecodedChange change) {
    return !BitSet.valueOf(change.unauthored()).get(LATER);
  }

  @Test
  void columnsThatComeLaterAreLeftAloneByWhatSaysNothingOfThem() {
    String row = "'name':'n','big':'b','s':{'x':1,'y':2},'upd':";
    PartialUpdates some =
        new PartialUpdates.IgnoreNulls(new Selection(Set.of("name"), Set.of(), Map.of()));
    assertThat(authorsLaterColumns(change(PartialUpdates.NONE, row + "null"))).isTrue();
    assertThat(authorsLaterColumns(change(some, row + "null"))).isTrue();
    assertThat(authorsLaterColumns(change(LISTED, row + "null"))).isTrue();
    assertThat(authorsLaterColumns(change(LISTED, row + "['name']"))).isFalse();
    assertThat(authorsLaterColumns(change(IGNORED, row + "null"))).isFalse();
  }

  private static DecodedChange change(PartialUpdates updates, String fields) {
    return changes(declared(updates).decoder(LAYOUT), upsert("u", fields, Map.of())).get(0);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "['nope'] | COLUMN_UNKNOWN | nope",
        "['s.z'] | COLUMN_UNKNOWN | s.z",
        "[null] | COLUMN_LIST_INVALID | null",
        "['__debezium_unavailable_value'] | COLUMN_LIST_INVALID | did not send",
        "1 | VALUE_OUT_OF_TYPE | upd"
      })
  void listsThatCannotBeUsedAreRejected(String list, RejectReason reason, String detail) {
    assertRejected(
        declared(LISTED).decoder(LAYOUT).decode(upsert("u", "'upd':" + list, Map.of())),
        reason,
        detail);
  }

  @Test
  void recordsWithoutTheListAreRejected() {
    String without = field("id", "int32") + "," + field("name", "string");
    assertRejected(embeddedUpsert(without, "'name':'n'"), RejectReason.COLUMN_UNKNOWN, "upd");
    assertRejected(
        embeddedUpsert(without + "," + field("upd", "string"), "'upd':'name'"),
        RejectReason.COLUMN_LIST_INVALID,
        "string");
  }

  private static Decoded embeddedUpsert(String fields, String row) {
    return builder(LISTED)
        .build()
        .decoder(LAYOUT)
        .decode(record(KEY, embedded(fields, bare("u", "null", row(row)))));
  }

  private static void assertRejected(Decoded decoded, RejectReason reason, String detail) {
    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            r -> {
              assertThat(r.reason()).isEqualTo(reason);
              assertThat(r.detail()).contains(detail);
            });
  }

  @Test
  void ruleIsCheckedAtStartWhereTheSchemaIsDeclared() {
    for (PartialUpdates wrong :
        List.of(
            new PartialUpdates.Listed("nope"),
            new PartialUpdates.Listed("name"),
            new PartialUpdates.IgnoreNulls(new Selection(Set.of("nope"), Set.of(), Map.of())))) {
      assertThatThrownBy(() -> declared(wrong)).isInstanceOf(LakewardException.class);
      assertThat(builder(wrong).build()).isNotNull();
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "'upd':null | 2",
        "'name':'n' | 2",
        "'upd':[] | 1, 2, 3, 4",
        "'upd':['id','upd'] | 1, 2, 3, 4",
        "'upd':['name','big'] | 2, 3, 4",
        "'upd':['s.y'] | 1, 2, 3"
      })
  void listedLeavesAreAuthoredWhereTheyWereSent(String fields, String expected) {
    DecodedChange change =
        changes(
                declared(LISTED).decoder(LAYOUT),
                upsert("u", "'big':" + UNAVAILABLE + ",'s':{'x':1,'y':2}," + fields, Map.of()))
            .get(0);
    assertThat(unauthored(change)).hasToString("[" + expected + "]");
    assertThat(change.row().isNullAt(3)).isEqualTo(expected.endsWith("3, 4"));
  }

  @Test
  void theListIsFoundInTheEmbeddedSchema() {
    String fields =
        field("id", "int32")
            + ","
            + field("name", "string")
            + ","
            + "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"optional\":true,"
            + "\"field\":\"upd\"}";
    Decoded decoded = embeddedUpsert(fields, "'name':'n','upd':['id']");
    assertThat(unauthored(((Decoded.Changes) decoded).changes().get(0)))
        .containsExactly(1, 2, 3, 4);
  }

  @Test
  void aPlaceholderStandsForAllLeavesOfItsColumn() {
    String fields =
        field("id", "int32")
            + ","
            + "{\"type\":\"struct\",\"fields\":["
            + field("x", "int32")
            + ","
            + field("y", "int32")
            + "],\"optional\":true,\"field\":\"s\"}";
    SourceRecord record =
        record(KEY, embedded(fields, bare("u", "null", row("'s':" + UNAVAILABLE))));
    DecodedChange change = changes(builder(PartialUpdates.NONE).build(), record).get(0);
    assertThat(unauthored(change)).containsExactly(1, 2);
  }

  @Test
  void ignoredNullsAuthorNothing() {
    DecodedChange change =
        changes(
                declared(IGNORED).decoder(LAYOUT),
                upsert("u", "'name':null,'big':'b','s':{'x':null,'y':2}", Map.of()))
            .get(0);
    assertThat(unauthored(change)).containsExactly(1, 3);
    assertThat(change.row().getStruct(3, 2).getInt(1)).isEqualTo(2);
  }

  @Test
  void theColumnsOfIntervalsAreAlwaysAuthored() {
    List<Layout.Column> columns = new ArrayList<>(LAYOUT.columns());
    for (Bound bound : List.of(Bound.START, Bound.END)) {
      columns.add(
          Layout.Column.interval(new IntervalColumn(bound, "__" + bound, DataTypes.TimestampType)));
    }
    String row = "'name':'n','big':'b','s':null,'upd':[]";
    for (PartialUpdates updates : List.of(IGNORED, LISTED)) {
      DecodedChange change =
          changes(declared(updates).decoder(new Layout(columns)), upsert("u", row, Map.of()))
              .get(0);
      assertThat(unauthored(change)).doesNotContain(0, 5, 6).contains(3, 4);
    }
  }

  @Test
  void aColumnThatTheSourceNoLongerHasIsNullAndIgnored() {
    Layout layout =
        new Layout(
            List.of(
                Layout.Column.key("id", DataTypes.IntegerType),
                Layout.Column.value("gone", DataTypes.StringType),
                Layout.Column.added(
                    "tier", DataTypes.StringType, UTF8String.fromString("gold"), new byte[] {-1})));
    DecodedChange change =
        changes(
                builder(IGNORED).build().decoder(layout),
                record(KEY, embedded(field("id", "int32"), bare("u", "null", "{\"id\":1}"))))
            .get(0);
    assertThat(unauthored(change)).as("and columns that come later").containsExactly(1, 3);
    assertThat(change.row().getUTF8String(2)).hasToString("gold");
  }

  @Test
  void aRowThatMovesTakesAlongWhatWasNotSentAndNoIgnoredNull() {
    Map<String, String> oldKey = Map.of("__debezium.oldkey", "{\"id\":2}");
    String sent = "'name':null,'s':{'x':1,'y':2},'big':";
    DecodedChange partly =
        changes(declared(IGNORED).decoder(LAYOUT), upsert("c", sent + UNAVAILABLE, oldKey)).get(0);
    assertThat(partly.keyChange()).isEqualTo(KeyChange.MOVED_FROM);
    assertThat(unauthored(partly)).containsExactly(2);
    DecodedChange wholly =
        changes(declared(IGNORED).decoder(LAYOUT), upsert("c", sent + "'b'", oldKey)).get(0);
    assertThat(wholly.keyChange()).isEqualTo(KeyChange.NONE);
    assertThat(unauthored(wholly)).containsExactly(1);
  }
}
