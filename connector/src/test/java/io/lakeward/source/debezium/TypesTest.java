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
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import java.util.Base64;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import scala.Option;

/** Embedded types and their values: cases T1 to T31. */
class TypesTest {

  private static final String TIME = "io.debezium.time.";
  private static final String DATA = "io.debezium.data.";
  private static final String CONNECT = "org.apache.kafka.connect.data.";

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource
  void valueIsExact(String schema, String json, String type, String expected) {
    SourceRecord record = recordOf(schema, json);
    RecordShape shape = shapeOf(DebeziumJsonFormat.builder().build(), record);
    DataType actual = shape.columns().get(1).type();
    assertThat(actual.catalogString()).isEqualTo(type);
    InternalRow row = changes(DebeziumJsonFormat.builder().build(), record).get(0).row();
    assertThat(text(row, actual)).isEqualTo(expected);
  }

  static Stream<Arguments> valueIsExact() {
    String variable = field("v", "struct", DATA + "VariableScaleDecimal");
    return Stream.of(
        arguments(field("v", "boolean"), "true", "boolean", "true"),
        arguments(field("v", "int16"), "-32768", "int", "-32768"),
        arguments(field("v", "int32"), "2147483647", "int", "2147483647"),
        arguments(field("v", "int64"), "-9223372036854775808", "bigint", "-9223372036854775808"),
        arguments(field("v", "float"), "0.1", "float", "0.1"),
        arguments(field("v", "float"), "\"NaN\"", "float", "NaN"),
        arguments(field("v", "double"), "0.1", "double", "0.1"),
        arguments(field("v", "double"), "\"-Infinity\"", "double", "-Infinity"),
        arguments(field("v", "string"), "\"a\\\"b\\u00e9 ü\"", "string", "a\"bé ü"),
        arguments(field("v", "string"), "\"\"", "string", ""),
        arguments(field("v", "string"), "null", "string", "null"),
        arguments(field("v", "bytes"), "\"//4=\"", "binary", "FFFE"),
        arguments(field("v", "bytes"), "\"\"", "binary", ""),
        // T1
        arguments(variable, "{\"scale\":0,\"value\":\"AQ==\"}", "string", "1"),
        arguments(variable, "{\"scale\":1,\"value\":\"Fg==\"}", "string", "2.2"),
        arguments(variable, "{\"scale\":4,\"value\":\"AII1\"}", "string", "3.3333"),
        arguments(variable, "{\"value\":\"ALk=\",\"scale\":1}", "string", "18.5"),
        arguments(variable, "{\"scale\":1,\"value\":\"8Q==\"}", "string", "-1.5"),
        arguments(variable, "{\"scale\":-2,\"value\":\"AQ==\"}", "string", "100"),
        // T2, T4, T15
        arguments(decimal("v", "\"scale\":\"4\""), "\"CSo=\"", "decimal(38,4)", "0.2346"),
        arguments(
            decimal("v", "\"scale\":\"2\",\"connect.decimal.precision\":\"10\""),
            "\"BBo=\"",
            "decimal(10,2)",
            "10.50"),
        arguments(
            decimal("v", "\"scale\":\"10\",\"connect.decimal.precision\":\"40\""),
            "\"CSo=\"",
            "string",
            "0.0000002346"),
        arguments(
            decimal("v", "\"scale\":\"0\",\"connect.decimal.precision\":\"20\""),
            "\"AP//////////\"",
            "decimal(20,0)",
            "18446744073709551615"),
        arguments(
            "{\"type\":\"int64\",\"optional\":true,\"parameters\":"
                + "{\"__debezium.source.column.type\":\"BIGINT UNSIGNED\"},\"field\":\"v\"}",
            "-1",
            "decimal(20,0)",
            "18446744073709551615"),
        // T5, T6, T8, T9, T10, T12
        arguments(
            field("v", "string", TIME + "ZonedTimestamp"),
            "\"2023-01-01T00:00:00Z\"",
            "timestamp",
            "2023-01-01 00:00:00"),
        arguments(
            field("v", "string", TIME + "ZonedTimestamp"),
            "\"2026-03-31T03:17:37.260514+02:00\"",
            "timestamp",
            "2026-03-31 01:17:37.260514"),
        arguments(
            field("v", "int64", TIME + "Timestamp"),
            "1666344460000",
            "timestamp_ntz",
            "2022-10-21 09:27:40"),
        arguments(
            field("v", "int64", CONNECT + "Timestamp"),
            "-1420095600000",
            "timestamp_ntz",
            "1924-12-31 17:00:00"),
        arguments(
            field("v", "int64", TIME + "Timestamp"),
            "253402300799000",
            "timestamp_ntz",
            "9999-12-31 23:59:59"),
        arguments(
            field("v", "int64", TIME + "MicroTimestamp"),
            "1690366967048491",
            "timestamp_ntz",
            "2023-07-26 10:22:47.048491"),
        arguments(
            field("v", "int64", TIME + "NanoTimestamp"),
            "1690366967048491000",
            "timestamp_ntz",
            "2023-07-26 10:22:47.048491"),
        arguments(field("v", "int32", TIME + "Date"), "19358", "date", "2023-01-01"),
        arguments(field("v", "int32", CONNECT + "Date"), "-719162", "date", "0001-01-01"),
        // T18, T19
        arguments(field("v", "int32", TIME + "Time"), "57685000", "string", "16:01:25"),
        arguments(field("v", "int32", CONNECT + "Time"), "57685120", "string", "16:01:25.12"),
        arguments(
            field("v", "int64", TIME + "MicroTime"), "57685123456", "string", "16:01:25.123456"),
        arguments(
            field("v", "int64", TIME + "NanoTime"),
            "57685123456789",
            "string",
            "16:01:25.123456789"),
        arguments(field("v", "int64", TIME + "MicroTime"), "3020399000000", "string", "838:59:59"),
        arguments(
            field("v", "int64", TIME + "MicroTime"), "-3020399000000", "string", "-838:59:59"),
        arguments(field("v", "string", TIME + "ZonedTime"), "\"03:11:11Z\"", "string", "03:11:11Z"),
        arguments(field("v", "int64", TIME + "MicroDuration"), "5", "bigint", "5"),
        arguments(field("v", "string", TIME + "Interval"), "\"P1Y\"", "string", "P1Y"),
        arguments(field("v", "int32", TIME + "Year"), "2024", "int", "2024"),
        // T22, T31
        arguments(field("v", "string", DATA + "Json"), "\"{\\\"a\\\":1}\"", "string", "{\"a\":1}"),
        arguments(field("v", "string", DATA + "Uuid"), "\"u\"", "string", "u"),
        arguments(field("v", "string", DATA + "Xml"), "\"<a/>\"", "string", "<a/>"),
        arguments(field("v", "string", DATA + "EnumSet"), "\"a,b\"", "string", "a,b"),
        arguments(field("v", "string", DATA + "Tsvector"), "\"'a':1\"", "string", "'a':1"),
        arguments(
            "{\"type\":\"array\",\"items\":"
                + field("x", "double")
                + ",\"optional\":true,\"name\":\"io.debezium.data.DoubleVector\",\"field\":\"v\"}",
            "[0.5,null]",
            "array<double>",
            "[0.5, null]"),
        arguments(
            "{\"type\":\"struct\",\"fields\":["
                + field("wkb", "bytes")
                + ","
                + field("srid", "int32")
                + "],\"optional\":true,\"name\":\"io.debezium.data.geometry.Geography\","
                + "\"field\":\"v\"}",
            "{\"wkb\":\"AQ==\",\"srid\":4326}",
            "struct<wkb:binary,srid:int>",
            "{\u0001, 4326}"),
        arguments(field("v", "string", DATA + "Enum"), "\"e\"", "string", "e"),
        arguments(field("v", "string", DATA + "Ltree"), "\"a.b\"", "string", "a.b"),
        arguments(field("v", "bytes", DATA + "Bits"), "\"BQ==\"", "binary", "05"),
        arguments(
            "{\"type\":\"struct\",\"fields\":["
                + field("x", "double")
                + ","
                + field("wkb", "bytes")
                + ","
                + field("srid", "int32")
                + "],\"optional\":true,\"name\":\"io.debezium.data.geometry.Point\","
                + "\"field\":\"v\"}",
            "{\"x\":1.5,\"wkb\":\"AQ==\",\"srid\":null}",
            "struct<x:double,wkb:binary,srid:int>",
            "{1.5, \u0001, null}"),
        arguments(
            "{\"type\":\"array\",\"items\":"
                + field("x", "int32", TIME + "Date")
                + ",\"optional\":true,\"field\":\"v\"}",
            "[19358, null, 0]",
            "array<date>",
            "[2023-01-01, null, 1970-01-01]"),
        arguments(
            "{\"type\":\"array\",\"items\":"
                + "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"
                + ",\"optional\":true,\"field\":\"v\"}",
            "[[\"a\",\"b,]\"],[],null]",
            "array<array<string>>",
            "[[a, b,]], [], null]"),
        arguments(
            "{\"type\":\"map\",\"keys\":{\"type\":\"string\"},\"values\":{\"type\":\"string\"},"
                + "\"optional\":true,\"field\":\"v\"}",
            "{\"a\":\"1\",\"b\":null}",
            "map<string,string>",
            "{a -> 1, b -> null}"),
        arguments(
            "{\"type\":\"map\",\"keys\":{\"type\":\"int16\"},\"values\":{\"type\":\"double\"},"
                + "\"optional\":true,\"field\":\"v\"}",
            "[[1,0.5],[10,2.0]]",
            "map<int,double>",
            "{1 -> 0.5, 10 -> 2.0}"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource
  void valueOutOfTypeIsRejected(String schema, String json) {
    SourceRecord good = recordOf(schema, "null");
    DebeziumJsonFormat format = DebeziumJsonFormat.builder().build();
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
        arguments(field("v", "struct", DATA + "VariableScaleDecimal"), "{\"scale\":1}"),
        arguments(
            field("v", "struct", DATA + "VariableScaleDecimal"),
            "{\"scale\":2000000000,\"value\":\"AQ==\"}"));
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource
  void infinityFollowsThePolicy(
      InfinityPolicy policy, String schema, String json, String expected) {
    SourceRecord record = recordOf(schema, json);
    DebeziumJsonFormat format = DebeziumJsonFormat.builder().infinity(policy).build();
    RecordShape shape = shapeOf(format, record);
    InternalRow row = changes(format, record).get(0).row();
    assertThat(text(row, shape.columns().get(1).type())).isEqualTo(expected);
  }

  static Stream<Arguments> infinityFollowsThePolicy() {
    String zoned = field("v", "string", TIME + "ZonedTimestamp");
    String micros = field("v", "int64", TIME + "MicroTimestamp");
    String date = field("v", "int32", TIME + "Date");
    return Stream.of(
        arguments(InfinityPolicy.NULL, zoned, "\"infinity\"", "null"),
        arguments(InfinityPolicy.NULL, micros, "-9223372036832400000", "null"),
        arguments(InfinityPolicy.CLAMP, zoned, "\"-infinity\"", "0001-01-01 00:00:00"),
        arguments(
            InfinityPolicy.CLAMP, micros, "9223372036825200000", "9999-12-31 23:59:59.999999"),
        arguments(InfinityPolicy.CLAMP, date, "2147483647", "9999-12-31"));
  }

  private static SourceRecord recordOf(String schema, String json) {
    String after = "{\"id\":1,\"v\":" + json + "}";
    String value = embedded(field("id", "int32") + "," + schema, bare("c", "null", after));
    return record("{\"id\":1}", value);
  }

  /** The value as Spark prints it in UTC; bytes in hex. */
  static String text(InternalRow row, DataType type) {
    if (row.isNullAt(1)) {
      return "null";
    }
    Object value = row.get(1, type);
    if (value instanceof byte[] bytes) {
      return java.util.HexFormat.of().withUpperCase().formatHex(bytes);
    }
    return String.valueOf(
        new Cast(
                Literal.create(value, type),
                DataTypes.StringType,
                Option.apply("UTC"),
                org.apache.spark.sql.catalyst.expressions.EvalMode.LEGACY())
            .eval(null));
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(Events.bytes(text));
  }
}
