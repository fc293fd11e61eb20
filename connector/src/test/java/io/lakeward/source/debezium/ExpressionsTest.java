package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.SOURCE;
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
import static io.lakeward.source.debezium.ExpressionEvents.UNORDERED;
import static io.lakeward.source.debezium.ExpressionEvents.assertRejected;
import static io.lakeward.source.debezium.ExpressionEvents.change;
import static io.lakeward.source.debezium.ExpressionEvents.columns;
import static io.lakeward.source.debezium.ExpressionEvents.event;
import static io.lakeward.source.debezium.ExpressionEvents.expressions;
import static io.lakeward.source.debezium.ExpressionEvents.format;
import static io.lakeward.source.debezium.ExpressionEvents.layout;
import static io.lakeward.source.debezium.ExpressionEvents.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.change.Operation;
import io.lakeward.change.RejectReason;
import io.lakeward.error.LakewardException;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.DecodedChange.KeyChange;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.IntervalNames;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.TestCompiler;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.expression.FlowExpressions.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Expressions of the mapping over the change rows of envelopes: semantics, sections 2 to 7. */
class ExpressionsTest {
  @RegisterExtension static final TestCompiler COMPILER = ExpressionEvents.COMPILER;

  @ParameterizedTest(name = "{0} is rejected as {2}: {3}")
  @MethodSource
  void anExpressionThatDoesNotGoWithARecordRejectsIt(
      Rule rule, List<String> sql, RejectReason reason, String detail) {
    DebeziumJsonFormat format = format(rule(rule, sql.toArray(String[]::new)));
    assertRejected(
        format.decoder(Layout.NONE).decode(event("u", "null", ROW)), reason, rule.key() + ": ");
    assertRejected(format.decoder(Layout.NONE).decode(event("u", "null", ROW)), reason, detail);
  }

  static Stream<Arguments> anExpressionThatDoesNotGoWithARecordRejectsIt() {
    return Stream.of(
        arguments(Rule.APPLY_AS_DELETES, List.of("gone"), RejectReason.COLUMN_UNKNOWN, "`gone`"),
        arguments(
            Rule.APPLY_AS_DELETES,
            List.of("_change.opp = 'd'"),
            RejectReason.COLUMN_UNKNOWN,
            "opp"),
        arguments(
            Rule.APPLY_AS_DELETES, List.of("version"), RejectReason.EXPRESSION_FAILED, "bigint"),
        arguments(
            Rule.APPLY_AS_DELETES,
            List.of("cast(name as int) = 1"),
            RejectReason.EXPRESSION_FAILED,
            "CAST_INVALID_INPUT"),
        arguments(
            Rule.APPLY_AS_TRUNCATES,
            List.of("rand() > 2"),
            RejectReason.EXPRESSION_FAILED,
            "its value changes"),
        arguments(
            Rule.SEQUENCE_BY,
            List.of("now()"),
            RejectReason.EXPRESSION_FAILED,
            "its value changes"),
        arguments(Rule.SEQUENCE_BY, List.of("max(version)"), RejectReason.EXPRESSION_FAILED, "row"),
        arguments(
            Rule.SEQUENCE_BY, List.of("nofn(version)"), RejectReason.EXPRESSION_FAILED, "nofn"),
        arguments(
            Rule.SEQUENCE_BY,
            List.of("map(1, version)"),
            RejectReason.NON_ORDERABLE_SEQUENCE,
            "map<int,bigint>"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "version + | EXPRESSION_INVALID",
        "(select 1) | EXPRESSION_INVALID",
        "timestamp'now' | EXPRESSION_INVALID",
        "DATE 'Today' | EXPRESSION_INVALID",
        "version, 1 | EXPRESSION_INVALID"
      })
  void syntaxIsCheckedAtStart(String sql, String code) {
    assertThatThrownBy(() -> rule(Rule.SEQUENCE_BY, sql))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code().name()).isEqualTo(code);
              assertThat(e.facts()).containsEntry("key", "sequence_by");
            });
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "SEQUENCE_BY | versio | COLUMNS_NOT_FOUND",
        "SEQUENCE_BY | rand() | EXPRESSION_INVALID",
        "SEQUENCE_BY | array(version) | NON_ORDERABLE_SEQUENCE",
        "APPLY_AS_DELETES | name | EXPRESSION_INVALID",
        "INTERVAL_VALUE | _change.position.vgtid | COLUMNS_NOT_FOUND"
      })
  void declaredColumnsAreCheckedAtStart(Rule rule, String sql, String code) {
    DebeziumJsonFormat.Builder builder =
        DebeziumJsonFormat.builder().declaredSchema(DECLARED).expressions(rule(rule, sql));
    assertThatThrownBy(builder::build)
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code().name()).isEqualTo(code);
              assertThat(e.facts()).containsEntry("key", rule.key());
            });
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"_change.position.lsn", "_change.position.file", "_change.position.change_lsn"})
  void theConnectorIsNotKnownAtStart(String sql) {
    DebeziumJsonFormat.builder()
        .declaredSchema(DECLARED)
        .expressions(rule(Rule.SEQUENCE_BY, sql))
        .build();
  }

  @ParameterizedTest(name = "{0}, deleted: {1} is {2}")
  @CsvSource({"c,false,UPSERT", "c,true,DELETE", "u,true,DELETE", "r,true,DELETE", "u,,UPSERT"})
  void aConditionDeletesByTheKeyOfTheRowAfter(String op, String deleted, Operation expected) {
    DebeziumJsonFormat format = format(rule(Rule.APPLY_AS_DELETES, "_change.op = 'd' or deleted"));
    SourceRecord record = event(op, "null", ROW.replace("false", String.valueOf(deleted)));
    DecodedChange change = change(format, record);
    assertThat(change.operation()).isEqualTo(expected);
    assertThat(change.row().getInt(0)).isEqualTo(1);
    assertThat(change.keyChange()).isEqualTo(KeyChange.NONE);
  }

  @Test
  void aDeleteOfTheSourceIsStillOneWhereTheConditionSaysSo() {
    DebeziumJsonFormat format =
        format(rule(Rule.APPLY_AS_DELETES, "_change.op = 'd' and name = 'ann' or deleted"));
    DecodedChange change = change(format, record(KEY, embedded(FIELDS, bare("d", ROW, "null"))));
    assertThat(change.operation()).isEqualTo(Operation.DELETE);
    assertThat(change.row().getInt(0)).isEqualTo(1);
  }

  @Test
  void aDeleteOfTheSourceThatIsNoneIsRejected() {
    DebeziumJsonFormat format = format(rule(Rule.APPLY_AS_DELETES, "deleted"));
    assertRejected(
        format.decoder(layout(format)).decode(event("d", ROW, "null")),
        RejectReason.WRONG_ENVELOPE,
        "apply_as_deletes is not true for the operation d");
    DebeziumJsonFormat noTruncates = format(rule(Rule.APPLY_AS_TRUNCATES, "false"));
    assertRejected(
        noTruncates.decoder(layout(noTruncates)).decode(event("t", "null", "null")),
        RejectReason.WRONG_ENVELOPE,
        "apply_as_truncates is not true for the operation t");
  }

  @Test
  void aConditionTruncatesBeforeItDeletes() {
    DebeziumJsonFormat format =
        format(
            expressions()
                .rule(Rule.APPLY_AS_TRUNCATES, List.of("_change.op = 't' or name = 'all'"))
                .rule(Rule.APPLY_AS_DELETES, List.of("_change.op = 'd' or name = 'all'"))
                .build());
    Layout layout = layout(format);
    for (SourceRecord record :
        List.of(
            event("t", "null", "null"),
            event("u", "null", ROW.replace("ann", "all")),
            event("u", "null", ROW.replace("ann", "all").replace("\"id\":1", "\"id\":null")))) {
      assertThat(changes(format.decoder(layout), record).get(0).operation())
          .isEqualTo(Operation.TRUNCATE);
    }
  }

  @Test
  void aRowDeletedUnderAnotherKeyIsUnderNeither() {
    DebeziumJsonFormat format =
        DebeziumJsonFormat.builder()
            .keys(List.of("version"))
            .expressions(rule(Rule.APPLY_AS_DELETES, "_change.op = 'd' or deleted"))
            .build();
    String after = ROW.replace("7", "8").replace("false", "true");
    List<DecodedChange> changes = changes(format.decoder(layout(format)), event("u", ROW, after));
    assertThat(changes).extracting(DecodedChange::operation).containsOnly(Operation.DELETE);
    assertThat(changes).extracting(c -> c.row().getLong(2)).containsExactly(8L, 7L);
  }

  @Test
  void theSequenceIsTheMappings() {
    DebeziumJsonFormat format = format(rule(Rule.SEQUENCE_BY, "version"));
    RecordShape shape = shapeOf(format, event("c", "null", ROW));
    assertThat(shape.sequenceType()).isEqualTo(DataTypes.LongType);
    byte[] seven = change(format, event("c", "null", ROW)).sequence();
    byte[] deleted = change(format, event("d", ROW.replace("7", "8"), "null")).sequence();
    assertThat(Arrays.compareUnsigned(seven, deleted)).isNegative();
    assertRejected(
        format.decoder(Layout.NONE).decode(event("c", "null", ROW.replace("7", "null"))),
        RejectReason.NULL_SEQUENCE,
        "sequence_by is null");
  }

  @Test
  void aSequenceOfThePositionIsTheDefault() {
    DebeziumJsonFormat own = DebeziumJsonFormat.builder().build();
    DebeziumJsonFormat written = format(rule(Rule.SEQUENCE_BY, "(_change.position)"));
    SourceRecord record = event("c", "null", ROW);
    assertThat(change(written, record).sequence()).isEqualTo(change(own, record).sequence());
    assertThat(shapeOf(written, record).sequenceType().catalogString())
        .isEqualTo(shapeOf(own, record).sequenceType().catalogString());
  }

  @Test
  void thePositionMayBeAPartOfTheSequence() {
    DebeziumJsonFormat format = format(rule(Rule.SEQUENCE_BY, "version", "_change.position"));
    assertThat(shapeOf(format, event("c", "null", ROW)).sequenceType().catalogString())
        .isEqualTo(
            "struct<version:bigint,position:struct<commit_lsn:bigint,lsn:bigint,streamed:int>>");
    String later = SOURCE.replace("\"lsn\":24268000", "\"lsn\":24268001");
    byte[] first = change(format, event("u", "null", ROW)).sequence();
    byte[] second =
        change(format, record(KEY, embedded(FIELDS, bare("u", "null", ROW, later)))).sequence();
    assertThat(Arrays.compareUnsigned(first, second)).isNegative();
  }

  @Test
  void aConnectorWithoutKnownOrderNeedsASequence() {
    SourceRecord unordered = record(KEY, embedded(FIELDS, bare("u", "null", ROW, UNORDERED)));
    assertThat(change(format(rule(Rule.SEQUENCE_BY, "version")), unordered).operation())
        .isEqualTo(Operation.UPSERT);
    for (FlowExpressions needy :
        List.of(
            columns("x", "1"),
            rule(Rule.SEQUENCE_BY, "_change.position"),
            rule(Rule.INTERVAL_VALUE, "version"))) {
      assertRejected(
          format(needy).decoder(Layout.NONE).decode(unordered),
          RejectReason.POSITION_MISSING,
          "cockroachdb");
    }
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "upper(NAME) | ANN",
        "_CHANGE.Op | u",
        "_change.op | u",
        "_change.position.commit_lsn | 24267616",
        "_change.position.lsn | 24268000",
        "_change.position.streamed | 1",
        "_change.source_time | 2024-11-13 14:38:32.229224",
        "_change.source.table | customers",
        "_change.source.lsn + 1 | 24268001",
        "_change.source.txId | 565",
        "_change.snapshot | false",
        "_change.before.name | bob",
        "_change.before.deleted | NULL",
        "_change.transaction.id | 571:53195832",
        "_change.transaction.total_order | 2",
        "_change.topic | shop.public.customers",
        "_change.offset | 42",
        "_change.timestamp | 2024-11-13 14:38:32.6",
        "_change.key | {\"id\":1}",
        "_change.headers['h'] | v",
        "transform(array(1), x -> x + version)[0] | 8",
        "struct(_change.*).before.name | bob"
      })
  void theChangeRowIsWhole(String sql, String expected) {
    String before = "{\"id\":1,\"name\":\"bob\",\"version\":6,\"deleted\":null}";
    String envelope =
        bare("u", before, ROW)
            .replace(
                "\"transaction\":null",
                "\"transaction\":{\"id\":\"571:53195832\",\"total_order\":2,"
                    + "\"data_collection_order\":1}");
    for (String value : List.of(embedded(FIELDS, envelope), envelope)) {
      DebeziumJsonFormat format =
          DebeziumJsonFormat.builder()
              .declaredSchema(DECLARED)
              .expressions(columns("x", "cast(" + sql + " as string)"))
              .build();
      SourceRecord record = record(KEY, value, Map.of("h", "v"));
      DecodedChange change = change(format, record);
      assertThat(change.row().isNullAt(4)).isEqualTo(expected.equals("NULL"));
      assertThat(String.valueOf(change.row().getUTF8String(4))).isEqualToIgnoringCase(expected);
    }
  }

  @Test
  void theSourceBlockIsThatOfTheEmbeddedSchema() {
    String block =
        "{\"type\":\"struct\",\"fields\":["
            + field("connector", "string")
            + ","
            + field("shard", "int32")
            + "],\"optional\":false,\"field\":\"source\"},";
    String value =
        embedded(FIELDS, bare("c", "null", ROW, UNORDERED.replace("{", "{\"shard\":3,")))
            .replace(
                "{\"type\":\"string\",\"optional\":false,\"field\":\"op\"}",
                block + "{\"type\":\"string\",\"optional\":false,\"field\":\"op\"}");
    DebeziumJsonFormat format =
        format(rule(Rule.SEQUENCE_BY, "version * 10 + _change.source.shard"));
    Layout layout = layoutOf(shapeOf(format, record(KEY, value)));
    assertThat(changes(format.decoder(layout), record(KEY, value)).get(0).operation())
        .isEqualTo(Operation.UPSERT);
  }

  @Test
  void intervalsShowTheirValueOrTheSequence() {
    IntervalNames names = new IntervalNames("__START_AT", "__END_AT");
    for (Map.Entry<FlowExpressions, String> history :
        Map.of(
                columns("x", "1"), "timestamp",
                rule(Rule.SEQUENCE_BY, "version"), "bigint",
                rule(Rule.INTERVAL_VALUE, "concat(name, version)"), "string",
                expressions()
                        .rule(Rule.SEQUENCE_BY, List.of("version"))
                        .rule(Rule.INTERVAL_VALUE, List.of("_change.source.table"))
                        .build(),
                    "string")
            .entrySet()) {
      DebeziumJsonFormat format =
          DebeziumJsonFormat.builder().intervals(names).expressions(history.getKey()).build();
      RecordShape shape = shapeOf(format, event("c", "null", ROW));
      assertThat(shape.intervals())
          .extracting(column -> column.type().catalogString())
          .containsOnly(history.getValue());
      Layout layout = historyOf(shape);
      int start = layout.ordinalOf(IntervalColumn.Bound.START).orElseThrow();
      for (SourceRecord record : List.of(event("u", "null", ROW), event("d", ROW, "null"))) {
        assertThat(changes(format.decoder(layout), record).get(0).row().isNullAt(start)).isFalse();
      }
      assertThat(format.decoder(layoutOf(shape)).decode(event("u", "null", ROW)))
          .as("a table without the interval columns")
          .isInstanceOf(Decoded.Unfit.class);
    }
  }

  @Test
  void bitemporalChangesKnowTheirSystemSequence() {
    DebeziumJsonFormat format =
        DebeziumJsonFormat.builder()
            .intervals(new IntervalNames("__START_AT", "__END_AT"))
            .expressions(
                expressions()
                    .rule(Rule.SEQUENCE_BY, List.of("version"))
                    .rule(Rule.SYSTEM_SEQUENCE_BY, List.of("_change.source_time"))
                    .build())
            .build();
    RecordShape shape = shapeOf(format, event("c", "null", ROW));
    assertThat(shape.intervals())
        .extracting(column -> column.name() + " " + column.type().catalogString())
        .containsExactly(
            "__START_AT bigint",
            "__END_AT bigint",
            "__SYSTEM_START_AT timestamp",
            "__SYSTEM_END_AT timestamp");
    Layout layout = historyOf(shape);
    for (SourceRecord record : List.of(event("u", "null", ROW), event("d", ROW, "null"))) {
      DecodedChange change = changes(format.decoder(layout), record).get(0);
      assertThat(change.systemSequence()).hasSize(Long.BYTES);
      assertThat(change.row().getLong(4)).isEqualTo(7);
      assertThat(change.row().getLong(6)).isEqualTo(1731508712229224L);
    }
    String noTime = SOURCE.replaceAll("\"ts_[mun]s\":\\d+,", "");
    assertRejected(
        format
            .decoder(layout)
            .decode(record(KEY, embedded(FIELDS, bare("u", "null", ROW, noTime)))),
        RejectReason.NULL_SEQUENCE,
        "system_sequence_by is null");
  }

  private static Layout historyOf(RecordShape shape) {
    List<Layout.Column> columns =
        Stream.concat(
                layoutOf(shape).columns().stream(),
                shape.intervals().stream().map(Layout.Column::interval))
            .toList();
    return new Layout(columns, shape.sequenceType());
  }

  @Test
  void aSequenceOfTheMappingLinksNoKeyChangesWithoutHeaders() {
    SourceRecord create = event("c", "null", ROW.replace("\"ann\"", UNAVAILABLE));
    SourceRecord delete = event("d", ROW, "null");
    DebeziumJsonFormat own = format(columns("x", "1"));
    assertThat(change(own, create).keyChange()).isEqualTo(KeyChange.MOVED_FROM);
    assertThat(change(own, delete).keyChange()).isEqualTo(KeyChange.MOVED_TO);
    DebeziumJsonFormat mapped = format(rule(Rule.SEQUENCE_BY, "version"));
    DecodedChange change = change(mapped, create);
    assertThat(change.keyChange()).isEqualTo(KeyChange.NONE);
    assertThat(change.unauthored()).containsExactly(1L << 1);
    assertThat(change(mapped, delete).keyChange()).isEqualTo(KeyChange.NONE);
    SourceRecord named =
        record(
            "{\"id\":1}",
            embedded(FIELDS, bare("c", "null", ROW)),
            Map.of("__debezium.oldkey", "{\"id\":9}"));
    assertThat(change(mapped, named).keyChange()).isEqualTo(KeyChange.MOVED_FROM);
  }
}
