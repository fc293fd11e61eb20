package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.embedded;
import static io.lakeward.source.debezium.Events.field;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.record;
import static io.lakeward.source.debezium.Events.shapeOf;
import static io.lakeward.source.debezium.ExpressionEvents.DECLARED;
import static io.lakeward.source.debezium.ExpressionEvents.FIELDS;
import static io.lakeward.source.debezium.ExpressionEvents.KEY;
import static io.lakeward.source.debezium.ExpressionEvents.ROW;
import static io.lakeward.source.debezium.ExpressionEvents.UNAVAILABLE;
import static io.lakeward.source.debezium.ExpressionEvents.assertRejected;
import static io.lakeward.source.debezium.ExpressionEvents.change;
import static io.lakeward.source.debezium.ExpressionEvents.columns;
import static io.lakeward.source.debezium.ExpressionEvents.event;
import static io.lakeward.source.debezium.ExpressionEvents.format;
import static io.lakeward.source.debezium.ExpressionEvents.layout;
import static io.lakeward.source.debezium.ExpressionEvents.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.Layout;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.TestCompiler;
import io.lakeward.source.expression.FlowExpressions.Rule;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Columns of a table that expressions over Debezium's change rows add. */
class AddedColumnsTest {

  @RegisterExtension static final TestCompiler COMPILER = ExpressionEvents.COMPILER;

  /** The bit of the columns that a table of four columns and an added one gets later. */
  private static final long LATER = 1L << 5;

  @Test
  void anAddedColumnThatDoesNotGoWithARecordRejectsIt() {
    assertRejected(
        format(columns("x", "nme")).decoder(Layout.NONE).decode(event("c", "null", ROW)),
        RejectReason.COLUMN_UNKNOWN,
        "add_columns.x: ");
    assertRejected(
        format(columns("x", "null")).decoder(Layout.NONE).decode(event("c", "null", ROW)),
        RejectReason.EXPRESSION_FAILED,
        "add_columns.x: a table has no type void");
    assertRejected(
        format(columns("Name", "1")).decoder(Layout.NONE).decode(event("c", "null", ROW)),
        RejectReason.COLUMNS_AMBIGUOUS,
        "add_columns.Name and name");
    DebeziumJsonFormat failing = format(columns("x", "cast(name as int)"));
    assertRejected(
        failing.decoder(layout(failing)).decode(event("c", "null", ROW)),
        RejectReason.EXPRESSION_FAILED,
        "add_columns.x: ");
  }

  @Test
  void addedColumnsFollowTheSourcesAndDeletesLeaveThemNull() {
    DebeziumJsonFormat format =
        DebeziumJsonFormat.builder()
            .selection(new Selection(Set.of("id", "name"), Set.of(), Map.of("name", "title")))
            .expressions(
                columns("short", "cast(version as smallint)", "pair", "struct(version, deleted)"))
            .build();
    RecordShape shape = shapeOf(format, event("c", "null", ROW));
    assertThat(shape.columns())
        .extracting(column -> column.name() + " " + column.type().catalogString())
        .containsExactly(
            "id int", "title string", "short int", "pair struct<version:bigint,deleted:boolean>");
    DecodedChange upsert = change(format, event("c", "null", ROW));
    assertThat(upsert.unauthored()).isEmpty();
    assertThat(upsert.row().getInt(2)).isEqualTo(7);
    DecodedChange delete = change(format, event("d", ROW, "null"));
    assertThat(delete.row().isNullAt(2)).isTrue();
    Layout without =
        new Layout(
            List.of(
                Layout.Column.key("id", DataTypes.IntegerType),
                Layout.Column.value("title", DataTypes.StringType)));
    assertThat(format.decoder(without).decode(event("c", "null", ROW)))
        .isInstanceOf(Decoded.Unfit.class);
    assertThat(format.decoder(without).decode(event("d", ROW, "null")))
        .isInstanceOf(Decoded.Changes.class);
  }

  @Test
  void expressionsFollowTheSchemaOfEachRecord() {
    DebeziumJsonFormat format = format(columns("tag", "concat(name, '!')"));
    RecordDecoder decoder = format.decoder(layout(format));
    String renamed = FIELDS.replace("\"int64\"", "\"int32\"");
    SourceRecord other =
        record(KEY, embedded(renamed, bare("c", "null", ROW.replace("ann", "eve"))));
    SourceRecord without =
        record(KEY, embedded(field("id", "int32"), bare("c", "null", "{\"id\":1}")));
    for (int round = 0; round < 2; round++) {
      assertThat(changes(decoder, event("c", "null", ROW)).get(0).row().getUTF8String(4))
          .hasToString("ann!");
      assertThat(changes(decoder, other).get(0).row().getUTF8String(4)).hasToString("eve!");
      assertRejected(decoder.decode(without), RejectReason.COLUMN_UNKNOWN, "add_columns.tag");
    }
  }

  @Test
  void whatIsMadeOfAnUnsentValueIsLeftAloneLikeIt() {
    DebeziumJsonFormat format = format(columns("n", "length(name)", "v", "version + 1"));
    SourceRecord partial = event("u", "null", ROW.replace("\"ann\"", UNAVAILABLE));
    DecodedChange change = change(format, partial);
    assertThat(change.unauthored()).containsExactly(1L << 1 | 1L << 4);
    assertThat(change.row().isNullAt(4)).isTrue();
    assertThat(change.row().getLong(5)).isEqualTo(8);
    DebeziumJsonFormat rule = format(rule(Rule.APPLY_AS_DELETES, "_change.op = 'd' or name = ''"));
    assertRejected(
        rule.decoder(layout(rule)).decode(partial),
        RejectReason.EXPRESSION_FAILED,
        "apply_as_deletes: the source did not send the columns [name]");
  }

  @Test
  void addedColumnsAreAuthoredUnlessTheirNullsAreIgnored() {
    SourceRecord nulls = event("u", "null", ROW.replace("\"ann\"", "null"));
    for (Map.Entry<PartialUpdates, Long> rule :
        Map.<PartialUpdates, Long>of(
                PartialUpdates.NONE,
                0L,
                new PartialUpdates.IgnoreNulls(Selection.ALL),
                1L << 1 | 1L << 4 | LATER,
                new PartialUpdates.IgnoreNulls(selection(Set.of("n"), Set.of())),
                1L << 4,
                new PartialUpdates.IgnoreNulls(selection(Set.of(), Set.of("n"))),
                1L << 1 | LATER)
            .entrySet()) {
      DebeziumJsonFormat format =
          DebeziumJsonFormat.builder()
              .updates(rule.getKey())
              .expressions(columns("n", "length(name)"))
              .build();
      long[] bits = change(format, nulls).unauthored();
      assertThat(bits.length == 0 ? 0 : bits[0]).as("%s", rule).isEqualTo(rule.getValue());
    }
  }

  @Test
  void addedColumnsAreAuthoredWhateverARowLists() {
    StructType declared = DECLARED.add("cols", DataTypes.createArrayType(DataTypes.StringType));
    DebeziumJsonFormat format =
        DebeziumJsonFormat.builder()
            .declaredSchema(declared)
            .updates(new PartialUpdates.Listed("cols"))
            .selection(selection(Set.of(), Set.of("cols")))
            .expressions(columns("n", "length(name)"))
            .build();
    SourceRecord listed = record(KEY, bare("u", "null", ROW.replace("}", ",\"cols\":[\"name\"]}")));
    Layout layout = layoutOf(shapeOf(format, listed));
    assertThat(changes(format.decoder(layout), listed).get(0).unauthored())
        .containsExactly(1L << 2 | 1L << 3 | LATER);
  }

  @Test
  void theTimeOfLoadingIsThatOfTheTask() {
    DebeziumJsonFormat format =
        format(
            columns(
                "at", "current_timestamp()", "day", "current_date", "local", "localtimestamp()"));
    assertThat(format.loadTimes()).containsExactlyInAnyOrder("at", "day", "local");
    long before = System.currentTimeMillis() * 1000;
    RecordDecoder decoder = format.decoder(layout(format));
    DecodedChange change = changes(decoder, event("c", "null", ROW)).get(0);
    long at = change.row().getLong(4);
    assertThat(at).isBetween(before, System.currentTimeMillis() * 1000 + 1000);
    assertThat(change.row().getInt(5)).isEqualTo((int) Math.floorDiv(at, 86_400_000_000L));
    assertThat(change.row().getLong(6)).isEqualTo(at);
    assertThat(changes(decoder, event("u", "null", ROW)).get(0).row().getLong(4)).isEqualTo(at);
    assertRejected(
        format(columns("x", "current_user()")).decoder(Layout.NONE).decode(event("c", "null", ROW)),
        RejectReason.EXPRESSION_FAILED,
        "add_columns.x: its value changes");
  }

  @Test
  void formatTravelsToTasks() throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
      out.writeObject(format(columns("at", "current_timestamp()")));
    }
  }

  private static Selection selection(Set<String> only, Set<String> except) {
    return new Selection(only, except, Map.of());
  }
}
