package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.decimal;
import static io.lakeward.source.debezium.Events.embedded;
import static io.lakeward.source.debezium.Events.field;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.record;
import static io.lakeward.source.debezium.Events.shapeOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import io.lakeward.source.ShownValue;
import io.lakeward.source.SourceRecord;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Embedded types and their values: cases T1 to T31. */
class TypesTest {

  private static final String TIME = "io.debezium.time.";
  private static final String DATA = "io.debezium.data.";
  private static final ColumnForms MICROS_AND_WKT =
      new ColumnForms(TimeOfDayColumn.MICROS, GeometryColumn.WKT);
  private static final String GEOMETRY =
      "{\"type\":\"struct\",\"fields\":["
          + field("wkb", "bytes")
          + ","
          + field("srid", "int32")
          + "],\"optional\":true,\"name\":\"io.debezium.data.geometry.Geometry\",\"field\":\"v\"}";

  @ParameterizedTest(name = "{0}")
  @MethodSource
  @DisplayName(
      "T1, T2, T4, T5, T6, T8, T9, T10, T11, T12, T15, T18, T19, T22, T25, T29, T31: a value is"
          + " in its column exactly")
  void valueIsExact(TypeCase given) {
    SourceRecord record = recordOf(given.field(), given.json());
    RecordShape shape = shapeOf(given.format(), record);
    DataType type = shape.columns().get(1).type();
    assertThat(type.catalogString()).isEqualTo(given.column());
    InternalRow row = changes(given.format(), record).get(0).row();
    assertThat(ShownValue.of(row, 1, type)).isEqualTo(given.value());
  }

  static List<TypeCase> valueIsExact() {
    return TypeCase.all();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource
  void valueOutOfTypeIsRejected(String schema, String json) {
    assertRejected(DebeziumJsonFormat.builder().build(), schema, json);
  }

  private static void assertRejected(DebeziumJsonFormat format, String schema, String json) {
    SourceRecord good = recordOf(schema, "null");
    Decoded decoded =
        format.decoder(layoutOf(shapeOf(format, good))).decode(recordOf(schema, json));
    assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
    Decoded.Rejected rejected = (Decoded.Rejected) decoded;
    assertThat(rejected.reason()).isEqualTo(RejectReason.VALUE_OUT_OF_TYPE);
    assertThat(rejected.detail()).contains("column v");
  }

  static Stream<Arguments> valueOutOfTypeIsRejected() {
    String placed = "\"scale\":\"2\",\"connect.decimal.precision\":\"4\"";
    return Stream.of(
        arguments(field("v", "int32"), "\"abc\""),
        arguments(field("v", "int32"), "\"12\""),
        arguments(field("v", "int32"), "3000000000"),
        arguments(field("v", "int32"), "1.5"),
        arguments(field("v", "int32"), "1.0"),
        arguments(field("v", "int32"), "true"),
        arguments(field("v", "int32"), "[1]"),
        arguments(field("v", "int64"), "9223372036854775808"),
        arguments(field("v", "boolean"), "1"),
        arguments(field("v", "boolean"), "\"true\""),
        arguments(field("v", "float"), "1e300"),
        arguments(field("v", "float"), "16777217"),
        arguments(field("v", "double"), "1e400"),
        arguments(field("v", "double"), "9007199254740993"),
        arguments(field("v", "double"), "\"nan\""),
        arguments(field("v", "string"), "5"),
        arguments(field("v", "string"), "{\"a\":1}"),
        arguments(field("v", "bytes"), "\"*\""),
        arguments(field("v", "bytes"), "\"A\""),
        arguments(decimal("v", placed), "\"fQAA\""),
        arguments(decimal("v", placed), "12.5"),
        arguments(decimal("v", placed), "\"\""),
        arguments(field("v", "int32", TIME + "Date"), "3000000000"),
        arguments(field("v", "int32", TIME + "Date"), "2147483647"),
        arguments(field("v", "int64", TIME + "MicroTimestamp"), "9223372036825200000"),
        arguments(field("v", "int64", TIME + "Timestamp"), "9223372036825200"),
        arguments(field("v", "int64", TIME + "Timestamp"), "9223372036854775807"),
        arguments(field("v", "int64", TIME + "NanoTimestamp"), "1690366967048491001"),
        arguments(field("v", "string", TIME + "ZonedTimestamp"), "\"infinity\""),
        arguments(field("v", "string", TIME + "ZonedTimestamp"), "\"-infinity\""),
        arguments(field("v", "string", TIME + "ZonedTimestamp"), "\"2023-02-29T00:00:00Z\""),
        arguments(
            field("v", "string", TIME + "ZonedTimestamp"), "\"2023-01-01T00:00:00.0000001Z\""),
        arguments(field("v", "string", TIME + "IsoDate"), "\"2023-01-01+01:00\""),
        arguments(field("v", "string", TIME + "IsoTime"), "\"16:01:25+01:00\""),
        arguments(field("v", "string", TIME + "IsoTime"), "\"24:00:00Z\""),
        arguments(field("v", "string", TIME + "IsoTime"), "\"16:01:25.0000000001Z\""),
        arguments(field("v", "struct", DATA + "VariableScaleDecimal"), "{\"scale\":1}"),
        arguments(
            field("v", "struct", DATA + "VariableScaleDecimal"),
            "{\"scale\":2000000000,\"value\":\"AQ==\"}"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource
  void valueOutOfItsFormIsRejected(String schema, String json) {
    assertRejected(DebeziumJsonFormat.builder().forms(MICROS_AND_WKT).build(), schema, json);
  }

  static Stream<Arguments> valueOutOfItsFormIsRejected() {
    String point = "AQEAAAAAAAAAAADwPwAAAAAAAABA";
    return Stream.of(
        arguments(field("v", "int64", TIME + "NanoTime"), "57685123456789"),
        arguments(field("v", "int32", TIME + "Time"), "\"16:01:25\""),
        arguments(field("v", "string", TIME + "IsoTime"), "\"16:01:25.1234567Z\""),
        arguments(field("v", "string", TIME + "IsoTime"), "57685000"),
        arguments(GEOMETRY, "\"POINT(1 2)\""),
        arguments(GEOMETRY, "{}"),
        arguments(GEOMETRY, "{\"wkb\":null,\"srid\":4326}"),
        arguments(GEOMETRY, "{\"wkb\":\"*\",\"srid\":4326}"),
        arguments(GEOMETRY, "{\"wkb\":\"AQ==\",\"srid\":4326}"),
        arguments(GEOMETRY, "{\"wkb\":\"" + point + "\",\"srid\":\"4326\"}"),
        arguments(GEOMETRY, "{\"wkb\":\"" + point + "\",\"srid\":4294967296}"),
        arguments(GEOMETRY, "{\"wkb\":\"" + point + "\",\"wkb\":\"" + point + "\"}"),
        arguments(GEOMETRY, "{\"wkb\":\"" + point + "\",\"x\":{\"y\":1}}"),
        arguments(GEOMETRY, "{\"wkb\":\"" + point + "\",\"z\":1}"));
  }

  /** A number or a text that the other form wrote would stand among those of this one. */
  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource
  void formOfAColumnIsKept(ColumnForms forms, String held, String schema, String json) {
    DebeziumJsonFormat format = DebeziumJsonFormat.builder().forms(forms).build();
    Layout layout =
        new Layout(
            List.of(
                Layout.Column.key("id", DataTypes.IntegerType),
                Layout.Column.value("v", DataType.fromDDL(held))));
    Decoded decoded = format.decoder(layout).decode(recordOf(schema, json));
    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            r -> assertThat(r.reason()).isEqualTo(RejectReason.VALUE_OUT_OF_TYPE));
  }

  static Stream<Arguments> formOfAColumnIsKept() {
    String time = field("v", "int64", TIME + "MicroTime");
    String point = "{\"wkb\":\"AQEAAAAAAAAAAADwPwAAAAAAAABA\",\"srid\":4326}";
    return Stream.of(
        arguments(MICROS_AND_WKT, "STRING", time, "57685123456"),
        arguments(ColumnForms.DEFAULT, "BIGINT", time, "57685123456"),
        arguments(MICROS_AND_WKT, "STRUCT<wkb: BINARY, srid: INT>", GEOMETRY, point),
        arguments(ColumnForms.DEFAULT, "STRING", GEOMETRY, point));
  }

  private static SourceRecord recordOf(String schema, String json) {
    String after = "{\"id\":1,\"v\":" + json + "}";
    String value = embedded(field("id", "int32") + "," + schema, bare("c", "null", after));
    return record("{\"id\":1}", value);
  }
}
