package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.SOURCE;
import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.embedded;
import static io.lakeward.source.debezium.Events.field;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.record;
import static io.lakeward.source.debezium.Events.shapeOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.change.Operation;
import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.DecodedChange.KeyChange;
import io.lakeward.source.IntervalNames;
import io.lakeward.source.Layout;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.SourceRecord;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an envelope says: operations, keys, columns that were not sent, schemas, shapes. */
class EnvelopesTest {

  private static final StructType SCHEMA = StructType.fromDDL("id INT, name STRING, big STRING");
  private static final DebeziumJsonFormat DECLARED =
      DebeziumJsonFormat.builder().declaredSchema(SCHEMA).build();
  private static final DebeziumJsonFormat PLAIN = DebeziumJsonFormat.builder().build();
  private static final String KEY = "{\"id\":1}";
  private static final String ROW = "{\"id\":1,\"name\":\"a\",\"big\":\"b\"}";
  private static final Layout LAYOUT =
      new Layout(
          List.of(
              Layout.Column.key("id", DataTypes.IntegerType),
              Layout.Column.value("name", DataTypes.StringType),
              Layout.Column.value("big", DataTypes.StringType)));

  @ParameterizedTest(name = "{0} before {1} after {2}")
  @MethodSource
  void operationIsOfTheLetter(String op, String before, String after, Operation expected) {
    DecodedChange change =
        changes(DECLARED.decoder(LAYOUT), record(KEY, bare(op, before, after))).get(0);
    assertThat(change.operation()).isEqualTo(expected);
    if (expected != Operation.TRUNCATE) {
      assertThat(change.row().getInt(0)).isEqualTo(1);
      assertThat(change.key()).isNotEmpty();
    }
  }

  static Stream<Arguments> operationIsOfTheLetter() {
    return Stream.of(
        arguments("c", "null", ROW, Operation.UPSERT),
        arguments("r", "null", ROW, Operation.UPSERT),
        arguments("u", "null", ROW, Operation.UPSERT),
        arguments("u", ROW, ROW, Operation.UPSERT),
        arguments("d", ROW, "null", Operation.DELETE),
        arguments("d", "{\"id\":1,\"name\":null,\"big\":null}", "null", Operation.DELETE),
        arguments("d", "null", "null", Operation.DELETE),
        arguments("t", "null", "null", Operation.TRUNCATE));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void otherRecordsOfConnectorsAreSkipped(String value, SkipReason expected) {
    assertThat(DECLARED.decoder(LAYOUT).decode(record(KEY, value)))
        .isEqualTo(new Decoded.Skipped(expected));
  }

  static Stream<Arguments> otherRecordsOfConnectorsAreSkipped() {
    return Stream.of(
        arguments(null, SkipReason.TOMBSTONE),
        arguments("null", SkipReason.TOMBSTONE),
        arguments("{\"schema\":null,\"payload\":null}", SkipReason.TOMBSTONE),
        arguments("{\"ts_ms\":1731508712229}", SkipReason.HEARTBEAT),
        arguments(
            "{\"schema\":{\"type\":\"struct\",\"fields\":[],\"optional\":false,\"name\":"
                + "\"io.debezium.connector.common.Heartbeat\"},\"payload\":{\"ts_ms\":1}}",
            SkipReason.HEARTBEAT),
        arguments(
            "{\"source\":{},\"ts_ms\":1,\"databaseName\":\"shop\",\"schemaName\":null,"
                + "\"ddl\":\"CREATE TABLE t (id int)\",\"tableChanges\":[]}",
            SkipReason.SCHEMA_CHANGE),
        arguments(
            "{\"status\":\"END\",\"id\":\"571\",\"event_count\":2,\"data_collections\":[],"
                + "\"ts_ms\":1}",
            SkipReason.TRANSACTION_MARKER),
        arguments(
            "{\"op\":\"m\",\"ts_ms\":1,\"source\":" + SOURCE + ",\"message\":{\"prefix\":\"p\"}}",
            SkipReason.LOGICAL_MESSAGE));
  }

  @ParameterizedTest(name = "{index}: {1} {2}")
  @MethodSource
  void brokenRecordsAreRejected(String value, RejectReason reason, String detail) {
    Decoded decoded = DECLARED.decoder(LAYOUT).decode(record(KEY, value));
    assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
    assertThat(((Decoded.Rejected) decoded).reason()).isEqualTo(reason);
    assertThat(((Decoded.Rejected) decoded).detail()).contains(detail);
  }

  static Stream<Arguments> brokenRecordsAreRejected() {
    String good = bare("c", "null", ROW);
    String cut = good.substring(0, good.length() - 40);
    return Stream.of(
        arguments("", RejectReason.MALFORMED, "empty"),
        arguments("{\"op\"", RejectReason.MALFORMED, "at byte 5"),
        arguments(cut, RejectReason.MALFORMED, "at byte"),
        arguments(good + "}", RejectReason.MALFORMED, "at byte"),
        arguments(good + good, RejectReason.MALFORMED, ""),
        arguments("{\"schema\":{},\"payload\":" + good, RejectReason.MALFORMED, ""),
        arguments("{\"schema\":{},\"payload\":" + good + "}}", RejectReason.MALFORMED, ""),
        arguments(
            good.replace("\"op\":\"c\"", "\"op\":\"c\",\"op\":\"d\""),
            RejectReason.MALFORMED,
            "op is there twice"),
        arguments("[1]", RejectReason.WRONG_ENVELOPE, "no object"),
        arguments("\"text\"", RejectReason.WRONG_ENVELOPE, "no object"),
        arguments(
            "{\"id\":1,\"name\":\"a\",\"__op\":\"c\",\"__deleted\":\"false\"}",
            RejectReason.WRONG_ENVELOPE,
            "flattened"),
        arguments(ROW, RejectReason.WRONG_ENVELOPE, "name"),
        arguments(bare("x", "null", ROW), RejectReason.UNKNOWN_OPERATION, "x"),
        arguments(bare("create", "null", ROW), RejectReason.UNKNOWN_OPERATION, "create"),
        arguments(bare("c", "null", "null"), RejectReason.WRONG_ENVELOPE, "no row after"),
        arguments(
            bare("c", "null", ROW, "{\"connector\":\"cockroachdb\"}"),
            RejectReason.POSITION_MISSING,
            "cockroachdb"),
        arguments(
            bare("c", "null", ROW, "{\"connector\":\"postgresql\"}"),
            RejectReason.POSITION_MISSING,
            "lsn"),
        arguments(
            bare("c", "null", "{\"id\":null,\"name\":\"a\",\"big\":null}"),
            RejectReason.NULL_KEY,
            "key"),
        arguments(
            bare("c", "null", "{\"id\":1,\"name\":\"a\",\"other\":null}"),
            RejectReason.COLUMN_UNKNOWN,
            "other"),
        arguments(
            bare("c", "null", "{\"id\":1,\"name\":\"a\",\"name\":\"b\"}"),
            RejectReason.VALUE_OUT_OF_TYPE,
            "column name"));
  }

  @Test
  void withoutAnySchemaNothingIsGuessed() {
    assertThat(PLAIN.decoder(LAYOUT).decode(record(KEY, bare("c", "null", ROW))))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            r -> assertThat(r.reason()).isEqualTo(RejectReason.SCHEMA_MISSING));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  @DisplayName("D13: a value that the source did not send is not authored, in whatever form")
  void unavailableValueIsNotAuthored(String type, String json, boolean unavailable) {
    String fields = field("id", "int32") + "," + type;
    String value = embedded(fields, bare("u", "null", "{\"id\":1,\"v\":" + json + "}"));
    DecodedChange change = changes(PLAIN, record(KEY, value)).get(0);
    assertThat(change.unauthored()).isEqualTo(unavailable ? new long[] {2} : new long[0]);
    assertThat(change.row().isNullAt(1)).isEqualTo(unavailable || json.equals("null"));
  }

  static Stream<Arguments> unavailableValueIsNotAuthored() {
    String text = "\"__debezium_unavailable_value\"";
    String base64 = "\"X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==\"";
    String array =
        "{\"type\":\"array\",\"items\":{\"type\":\"%s\"},\"optional\":true,\"field\":\"v\"}";
    String map =
        "{\"type\":\"map\",\"keys\":{\"type\":\"string\"},\"values\":{\"type\":\"string\"},"
            + "\"optional\":true,\"field\":\"v\"}";
    String hstore = "{" + text + ":" + text + "}";
    String numbers = Arrays.toString(Events.bytes("__debezium_unavailable_value"));
    return Stream.of(
        arguments(field("v", "string"), text, true),
        arguments(field("v", "string", "io.debezium.data.Json"), text, true),
        arguments(field("v", "bytes"), base64, true),
        arguments(array.formatted("string"), "[ " + text + " ]", true),
        arguments(array.formatted("string"), "[" + text + ",\"b\"]", false),
        arguments(array.formatted("bytes"), "[" + base64 + "]", true),
        arguments(array.formatted("string"), "[\"b68a35a7-17ad-35b3-af2a-ae46edb4545a\"]", true),
        arguments(array.formatted("int32"), numbers, true),
        arguments(array.formatted("int64"), numbers, true),
        arguments(field("v", "string", "io.debezium.data.Json"), quoted(hstore), true),
        arguments(field("v", "string", "io.debezium.data.Json"), quoted("{" + text + ":1}"), false),
        arguments(map, "{" + text + ":" + text + "}", true),
        arguments(map, "{" + text + ":\"b\"}", false),
        arguments(field("v", "string"), "null", false),
        arguments(field("v", "string"), "\"x\"", false));
  }

  private static String quoted(String json) {
    return '"' + json.replace("\"", "\\\"") + '"';
  }

  @Test
  void schemasOfTwoVersionsInterleave() {
    String oldValue = embedded(field("id", "int32"), bare("c", "null", "{\"id\":1}"));
    String newValue =
        embedded(
            field("id", "int32") + "," + field("v", "string"),
            bare("c", "null", "{\"id\":2,\"v\":\"x\"}"));
    Layout layout = layoutOf(shapeOf(PLAIN, record(KEY, newValue)));
    RecordDecoder decoder = PLAIN.decoder(layout);
    for (int i = 0; i < 3; i++) {
      assertThat(changes(decoder, record(KEY, oldValue)).get(0).row().isNullAt(1)).isTrue();
      assertThat(changes(decoder, record(KEY, newValue)).get(0).row().getUTF8String(1))
          .hasToString("x");
    }
  }

  @Test
  @DisplayName("T24: a null is the value, not the default of its column")
  void whatDoesNotFitSaysWhatItNeeds() {
    String fields =
        field("id", "int64")
            + ",{\"type\":\"string\",\"optional\":true,\"default\":\"gold\",\"field\":\"tier\"}";
    SourceRecord record =
        record(KEY, embedded(fields, bare("c", "null", "{\"id\":1,\"tier\":null}")));
    Decoded.Unfit unfit = (Decoded.Unfit) PLAIN.decoder(LAYOUT).decode(record);
    RecordShape shape = unfit.shape();
    assertThat(shape.keys()).containsExactly("id");
    assertThat(shape.columns().get(0).type()).isEqualTo(DataTypes.LongType);
    assertThat(shape.columns().get(1).defaultValue()).contains(UTF8String.fromString("gold"));
    assertThat(shape.sequenceType().catalogString())
        .isEqualTo("struct<commit_lsn:bigint,lsn:bigint,streamed:int>");
    assertThat(changes(PLAIN, record).get(0).row().isNullAt(1)).isTrue();
  }

  @Test
  @DisplayName("S14: a column that was added with a default has it in older changes")
  void columnAddedWithDefaultReadsItInOlderChanges() {
    SourceRecord record =
        record(KEY, embedded(field("id", "int32"), bare("c", "null", "{\"id\":1}")));
    byte[] sequence = changes(PLAIN, record).get(0).sequence();
    byte[] later = Arrays.copyOf(sequence, sequence.length + 1);
    for (byte[] addedAt : List.of(sequence, later)) {
      Layout layout =
          new Layout(
              List.of(
                  Layout.Column.key("id", DataTypes.IntegerType),
                  Layout.Column.added(
                      "tier", DataTypes.StringType, UTF8String.fromString("gold"), addedAt)));
      DecodedChange change = changes(PLAIN.decoder(layout), record).get(0);
      assertThat(change.row().isNullAt(1)).isEqualTo(addedAt == sequence);
      assertThat(change.unauthored()).isEmpty();
    }
  }

  @Test
  void narrowerRecordsAreWidenedAndFixedTypesCastExactly() {
    Layout wide =
        new Layout(
            List.of(
                Layout.Column.key("id", DataTypes.LongType),
                Layout.Column.value("name", DataTypes.IntegerType),
                Layout.Column.value("big", DataTypes.StringType)));
    RecordDecoder decoder = DECLARED.decoder(wide);
    DecodedChange change =
        changes(decoder, record(KEY, bare("c", "null", ROW.replace("\"a\"", "\"12\"")))).get(0);
    assertThat(change.row().getLong(0)).isEqualTo(1L);
    assertThat(change.row().getInt(1)).isEqualTo(12);
    assertThat(decoder.decode(record(KEY, bare("c", "null", ROW))))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            r -> assertThat(r.reason()).isEqualTo(RejectReason.VALUE_OUT_OF_TYPE));
  }

  @Test
  void keyOfTheMappingThatChangesIsDeleteAndUpsert() {
    DebeziumJsonFormat format =
        DebeziumJsonFormat.builder().declaredSchema(SCHEMA).keys(List.of("name")).build();
    String before = "{\"id\":1,\"name\":\"old\",\"big\":\"b\"}";
    List<DecodedChange> changes = changes(format, record(KEY, bare("u", before, ROW)));
    assertThat(changes)
        .extracting(DecodedChange::operation)
        .containsExactly(Operation.DELETE, Operation.UPSERT);
    assertThat(changes.get(0).keyChange()).isEqualTo(KeyChange.MOVED_TO);
    assertThat(changes.get(0).linkedKey()).isEqualTo(changes.get(1).key());
    assertThat(changes.get(1).keyChange()).isEqualTo(KeyChange.MOVED_FROM);
    assertThat(changes.get(1).linkedKey()).isEqualTo(changes.get(0).key());
    assertThat(changes(format, record(KEY, bare("u", ROW, ROW)))).hasSize(1);
    assertThat(changes(format, record(KEY, bare("u", "null", ROW)))).hasSize(1);
  }

  @Test
  void headersLinkTheDeleteAndTheCreateOfAKeyChange() {
    RecordDecoder decoder = DECLARED.decoder(LAYOUT);
    byte[] two = changes(decoder, record("{\"id\":2}", bare("d", "null", "null"))).get(0).key();
    String withSchema =
        "{\"schema\":{\"type\":\"struct\",\"fields\":["
            + field("id", "int32")
            + "],\"optional\":false},\"payload\":{\"id\":2}}";
    for (String header : List.of("{\"id\":2}", withSchema)) {
      DecodedChange delete =
          changes(decoder, record(KEY, bare("d", ROW, "null"), Map.of("__debezium.newkey", header)))
              .get(0);
      assertThat(delete.keyChange()).isEqualTo(KeyChange.MOVED_TO);
      assertThat(delete.linkedKey()).isEqualTo(two);
      DecodedChange create =
          changes(decoder, record(KEY, bare("c", "null", ROW), Map.of("__debezium.oldkey", header)))
              .get(0);
      assertThat(create.keyChange()).isEqualTo(KeyChange.MOVED_FROM);
      assertThat(create.linkedKey()).isEqualTo(two);
    }
    DecodedChange unreadable =
        changes(
                decoder,
                record(KEY, bare("d", ROW, "null"), Map.of("__debezium.newkey", "Struct{id=2}")))
            .get(0);
    assertThat(unreadable.keyChange()).isEqualTo(KeyChange.MOVED_TO);
    assertThat(unreadable.knowsLinkedKey()).isFalse();
  }

  @Test
  void onlyADeleteOfWhichNoHeaderTellsMayBeHalfOfAKeyChange() {
    RecordDecoder decoder = DECLARED.decoder(LAYOUT);
    DecodedChange bare = changes(decoder, record(KEY, bare("d", ROW, "null"))).get(0);
    assertThat(bare.keyChange()).isEqualTo(KeyChange.MOVED_TO);
    assertThat(bare.knowsLinkedKey()).isFalse();
    Map<String, String> told = Map.of("__debezium.context.connectorName", "\"postgresql\"");
    DecodedChange plain = changes(decoder, record(KEY, bare("d", ROW, "null"), told)).get(0);
    assertThat(plain.keyChange()).isEqualTo(KeyChange.NONE);
  }

  @Test
  void selectionLeavesOutAndRenames() {
    DebeziumJsonFormat format =
        DebeziumJsonFormat.builder()
            .declaredSchema(SCHEMA)
            .selection(new Selection(Set.of(), Set.of("big", "extra"), Map.of("id", "customer_id")))
            .build();
    SourceRecord record =
        record(KEY, bare("c", "null", "{\"id\":1,\"extra\":5,\"name\":\"a\",\"big\":3}"));
    RecordShape shape = shapeOf(format, record);
    assertThat(shape.columns())
        .extracting(RecordShape.Column::name)
        .containsExactly("customer_id", "name");
    assertThat(shape.keys()).containsExactly("customer_id");
    assertThat(changes(format, record).get(0).row().getInt(0)).isEqualTo(1);
    // A column of the table that the mapping keeps from this flow is not authored by it.
    assertThat(
            changes(
                    format.decoder(
                        new Layout(
                            List.of(
                                Layout.Column.key("customer_id", DataTypes.IntegerType),
                                Layout.Column.value("big", DataTypes.StringType),
                                Layout.Column.value("name", DataTypes.StringType)))),
                    record)
                .get(0)
                .unauthored())
        .isEqualTo(new long[] {2});
  }

  @ParameterizedTest
  @MethodSource
  void formatsTravelToTheirTasks(DebeziumJsonFormat format) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
      out.writeObject(format);
    }
  }

  static Stream<DebeziumJsonFormat> formatsTravelToTheirTasks() {
    return Stream.of(
        PLAIN,
        DebeziumJsonFormat.builder()
            .declaredSchema(SCHEMA)
            .intervals(new IntervalNames("from", "until"))
            .updates(new PartialUpdates.IgnoreNulls(Selection.ALL))
            .build());
  }

  @Test
  void namesThatDifferByCaseAreRefused() {
    String fields = field("id", "int32") + "," + field("ID", "string");
    assertThat(
            PLAIN
                .decoder(Layout.NONE)
                .decode(
                    record(KEY, embedded(fields, bare("c", "null", "{\"id\":1,\"ID\":\"x\"}")))))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            r -> assertThat(r.reason()).isEqualTo(RejectReason.COLUMNS_AMBIGUOUS));
  }

  @Test
  void changedOrMissingRecordKeyAsksForAnotherTable() {
    for (String key : Arrays.asList(null, "{\"id\":1,\"name\":\"a\"}", "{\"name\":\"a\"}")) {
      assertThat(DECLARED.decoder(LAYOUT).decode(record(key, bare("c", "null", ROW))))
          .isInstanceOf(Decoded.Unfit.class);
    }
    assertThat(DECLARED.decoder(LAYOUT).decode(record("{ \"id\" : 1 }", bare("c", "null", ROW))))
        .isInstanceOf(Decoded.Changes.class);
  }

  @Test
  void sequenceOfAnotherSourceAsksForAnotherTable() {
    Layout layout = new Layout(LAYOUT.columns(), DataTypes.LongType);
    assertThat(DECLARED.decoder(layout).decode(record(KEY, bare("c", "null", ROW))))
        .isInstanceOf(Decoded.Unfit.class);
  }

  @Test
  void truncateBeforeTheTableNeedsTheMappingsKeys() {
    SourceRecord truncate = record(null, bare("t", "null", "null"));
    assertThat(DECLARED.decoder(Layout.NONE).decode(truncate)).isInstanceOf(Decoded.Changes.class);
    assertThat(
            DebeziumJsonFormat.builder()
                .declaredSchema(SCHEMA)
                .keys(List.of("id"))
                .build()
                .decoder(Layout.NONE)
                .decode(truncate))
        .isInstanceOf(Decoded.Unfit.class);
  }
}
