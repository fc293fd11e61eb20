package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.embedded;
import static io.lakeward.source.debezium.Events.field;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.Operation;
import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.debezium.FlattenedFormat.Tombstones;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of Debezium's ExtractNewRecordState mean what their envelopes mean. */
class FlattenedTest {

  private static final String COLUMNS = field("id", "int64") + "," + field("name", "string");
  private static final String ROW = "\"id\":7,\"name\":\"a, \\\"b\\\" }\"";
  private static final String KEY = "{\"id\":7}";
  private static final String PLACE =
      "\"__lsn\":24268000,\"__sequence\":\"[\\\"24267616\\\",\\\"24268000\\\"]\"";
  private static final String PLACE_SCHEMA =
      field("__lsn", "int64") + "," + field("__sequence", "string") + "," + field("__op", "string");
  private static final StructType DECLARED = StructType.fromDDL("id BIGINT, name STRING");

  private final DebeziumJsonFormat full = DebeziumJsonFormat.builder().build();
  private final RecordFormat flattened = flattened(full);

  private static RecordFormat flattened(RecordFormat envelope) {
    return new FlattenedFormat(envelope, FlattenedFormat.PREFIX, Tombstones.DELETE, List.of());
  }

  private static String withSchema(String members) {
    return "{\"schema\":{\"type\":\"struct\",\"fields\":["
        + COLUMNS
        + ","
        + PLACE_SCHEMA
        + "],\"optional\":false,\"name\":\"v\"},\"payload\":{"
        + members
        + "}}";
  }

  @ParameterizedTest
  @CsvSource({"c", "u", "r", "d"})
  void anEmbeddedSchemaGivesTheSameChange(String op) {
    String envelope =
        op.equals("d") ? bare(op, "{" + ROW + "}", "null") : bare(op, "null", "{" + ROW + "}");
    String rewritten = op.equals("d") ? ",\"__deleted\":\"true\"" : ",\"__op\":\"" + op + "\"";
    SourceRecord one = record(KEY, embedded(COLUMNS, envelope));
    SourceRecord other = record(KEY, withSchema(ROW + " ,\n " + PLACE + rewritten));
    RecordShape shape = Events.shapeOf(full, one);
    assertThat(shapeOf(flattened, other)).isEqualTo(shape);
    Layout layout = layoutOf(shape);
    DecodedChange expected = change(full, layout, one);
    DecodedChange actual = change(flattened, layout, other);
    assertThat(actual.operation()).isEqualTo(expected.operation());
    assertThat(actual.key()).isEqualTo(expected.key());
    assertThat(actual.sequence()).isEqualTo(expected.sequence());
    assertThat(actual.row().copy()).isEqualTo(expected.row().copy());
  }

  @Test
  void aDeclaredSchemaToo() {
    DebeziumJsonFormat declared = DebeziumJsonFormat.builder().declaredSchema(DECLARED).build();
    SourceRecord one = record(KEY, bare("u", "null", "{" + ROW + "}"));
    SourceRecord other =
        record(KEY, "{" + PLACE + ",\"__op\":\"u\",\"__ts_ms\":5,\"__table\":\"t\"," + ROW + "}");
    Layout layout = layoutOf(Events.shapeOf(declared, one));
    assertThat(change(flattened(declared), layout, other).row().copy())
        .isEqualTo(change(declared, layout, one).row().copy());
  }

  @Test
  void fieldsOfTheSourceAreFoundUnderItsName() {
    String place =
        "\"__source_connector\":\"mysql\",\"__source_file\":\"bin.000007\",\"__source_pos\":9";
    DecodedChange change = changeOf("{" + ROW + "," + place + ",\"__op\":\"c\"}");
    assertThat(change.sequence()).isNotEqualTo(changeOf("{" + ROW + "," + PLACE + "}").sequence());
    String inferred = "\"__file\":\"bin.000007\",\"__pos\":9";
    assertThat(changeOf("{" + ROW + "," + inferred + ",\"__op\":\"c\"}").sequence())
        .isEqualTo(change.sequence());
  }

  /** Case D2: a delete that is only a key and no value. */
  @Test
  void aRecordWithoutValueIsTheDeleteOfItsKey() {
    Map<String, String> headers =
        Map.of("__lsn", "24268000", "__sequence", "[\"24267616\",\"24268000\"]", "__op", "\"d\"");
    DecodedChange change = changeOf(null, headers);
    assertThat(change.operation()).isEqualTo(Operation.DELETE);
    assertThat(change.sequence()).isEqualTo(changeOf("{" + ROW + "," + PLACE + "}").sequence());
    assertThat(change.key()).isEqualTo(changeOf("{" + ROW + "," + PLACE + "}").key());
  }

  @Test
  void aDeleteOfWhichNobodySaysWhereItWasIsRefused() {
    Decoded decoded = decode(null, Map.of(), Tombstones.DELETE);
    assertRejected(decoded, RejectReason.POSITION_MISSING, "add.headers=lsn,sequence");
    assertThat(decode(null, Map.of(), Tombstones.SKIP))
        .isEqualTo(new Decoded.Skipped(SkipReason.TOMBSTONE));
  }

  @Test
  void aRowWithoutPlaceIsRefused() {
    assertRejected(
        decode("{" + ROW + ",\"__op\":\"c\"}", Map.of(), Tombstones.DELETE),
        RejectReason.POSITION_MISSING,
        "add.fields=op,lsn,sequence");
  }

  @Test
  @DisplayName("C5: an envelope in place of a row is refused, the shape named")
  void anEnvelopeIsRefused() {
    assertRejected(
        decode(bare("c", "null", "{" + ROW + "}"), Map.of(), Tombstones.DELETE),
        RejectReason.WRONG_ENVELOPE,
        "Debezium's envelope");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | WRONG_ENVELOPE",
        "7 | WRONG_ENVELOPE",
        "{\"id\":1 | MALFORMED",
        "{\"id\":1}x | MALFORMED",
        "{\"id\":1,\"__op\":\"x\",\"__lsn\":1} | UNKNOWN_OPERATION",
        "{\"id\":1,\"other\":2,\"__op\":\"c\",\"__lsn\":1} | COLUMN_UNKNOWN"
      })
  void whatIsNoRowIsRefused(String value, RejectReason reason) {
    assertRejected(decode(value, Map.of(), Tombstones.DELETE), reason, "");
  }

  /** What only begins like a field of the transform is a column. */
  @Test
  void ownColumnsMayBeginLikeTheTransforms() {
    DebeziumJsonFormat declared =
        DebeziumJsonFormat.builder()
            .declaredSchema(StructType.fromDDL("id BIGINT, __v INT, _x INT"))
            .build();
    SourceRecord record = record(KEY, "{\"id\":7,\"__v\":1,\"_x\":2,\"__lsn\":5,\"__op\":\"c\"}");
    RecordFormat format = flattened(declared);
    Layout layout = layoutOf(shapeOf(format, record));
    assertThat(change(format, layout, record).row().getInt(1)).isEqualTo(1);
  }

  @Test
  void aDeclaredColumnIsOneAlsoUnderANameOfTheTransforms() {
    DebeziumJsonFormat declared =
        DebeziumJsonFormat.builder()
            .declaredSchema(StructType.fromDDL("id BIGINT, __version INT"))
            .build();
    SourceRecord record = record(KEY, "{\"id\":7,\"__version\":3,\"__lsn\":5,\"__op\":\"c\"}");
    RecordFormat format =
        new FlattenedFormat(
            declared, FlattenedFormat.PREFIX, Tombstones.DELETE, List.of("id", "__version"));
    Layout layout = layoutOf(shapeOf(format, record));
    assertThat(change(format, layout, record).row().getInt(1)).isEqualTo(3);
  }

  @Test
  void thePrefixIsThatOfTheTransform() {
    DebeziumJsonFormat declared = DebeziumJsonFormat.builder().declaredSchema(DECLARED).build();
    RecordFormat format = new FlattenedFormat(declared, "m.", Tombstones.DELETE, List.of());
    SourceRecord record = record(KEY, "{" + ROW + ",\"m.lsn\":5,\"m.op\":\"c\"}");
    assertThat(shapeOf(format, record).columns()).hasSize(2);
  }

  private static DecodedChange changeOf(String value) {
    return changeOf(value, Map.of());
  }

  private static DecodedChange changeOf(String value, Map<String, String> headers) {
    Decoded decoded = decode(value, headers, Tombstones.DELETE);
    assertThat(decoded).isInstanceOf(Decoded.Changes.class);
    return ((Decoded.Changes) decoded).changes().get(0);
  }

  private static Decoded decode(String value, Map<String, String> headers, Tombstones tombstones) {
    DebeziumJsonFormat declared = DebeziumJsonFormat.builder().declaredSchema(DECLARED).build();
    Layout layout =
        layoutOf(Events.shapeOf(declared, record(KEY, bare("u", "null", "{" + ROW + "}"))));
    Layout open = new Layout(layout.columns(), org.apache.spark.sql.types.DataTypes.NullType);
    return new FlattenedFormat(declared, FlattenedFormat.PREFIX, tombstones, List.of())
        .decoder(open)
        .decode(record(KEY, value, headers));
  }

  private static RecordShape shapeOf(RecordFormat format, SourceRecord record) {
    Decoded decoded = format.decoder(Layout.NONE).decode(record);
    assertThat(decoded).isInstanceOf(Decoded.Unfit.class);
    return ((Decoded.Unfit) decoded).shape();
  }

  private static DecodedChange change(RecordFormat format, Layout layout, SourceRecord record) {
    Decoded decoded = format.decoder(layout).decode(record);
    assertThat(decoded).isInstanceOf(Decoded.Changes.class);
    return ((Decoded.Changes) decoded).changes().get(0);
  }

  private static void assertRejected(Decoded decoded, RejectReason reason, String detail) {
    assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
    Decoded.Rejected rejected = (Decoded.Rejected) decoded;
    assertThat(rejected.reason()).as(rejected.detail()).isEqualTo(reason);
    assertThat(rejected.detail()).contains(detail);
  }
}
