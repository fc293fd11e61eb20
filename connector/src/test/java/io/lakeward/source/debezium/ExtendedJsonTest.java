package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.shapeOf;
import static io.lakeward.source.debezium.MongoEvents.bare;
import static io.lakeward.source.debezium.MongoEvents.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.ShownValue;
import io.lakeward.source.SourceRecord;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values of MongoDB's extended JSON in declared columns. What is written is that of Debezium's
 * {@code JsonSerialization} (the driver's modes STRICT and RELAXED), and of the canonical mode.
 */
class ExtendedJsonTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "STRING | \"a\" | a",
        "STRING | \"NaN\" | NaN",
        "STRING | {\"$oid\": \"596e275826f08b2730779e1f\"} | {\"$oid\": \"596e275826f08b2730779e1f\"}",
        "STRING | {\"a\": [1,{\"b\": \"x\\\"}\"}]} | {\"a\": [1,{\"b\": \"x\\\"}\"}]}",
        "STRING | [1, 2] | [1, 2]",
        "STRING | {\"$numberDecimal\": \"NaN\"} | {\"$numberDecimal\": \"NaN\"}",
        "STRING | {\"x\": NaN} | {\"x\": {\"$numberDouble\":\"NaN\"}}",
        "INT | 7 | 7",
        "INT | {\"$numberInt\": \"-2147483648\"} | -2147483648",
        "INT | {\"$numberLong\": \"7\"} | 7",
        "TINYINT | {\"$numberInt\": \"127\"} | 127",
        "SMALLINT | -32768 | -32768",
        "BIGINT | {\"$numberLong\": \"9223372036854775807\"} | 9223372036854775807",
        "BIGINT | {\"$numberLong\": \"-9223372036854775808\"} | -9223372036854775808",
        "BIGINT | 9007199254740993 | 9007199254740993",
        "DOUBLE | 1.5 | 1.5",
        "DOUBLE | 7 | 7.0",
        "DOUBLE | {\"$numberDouble\": \"-1.0E-7\"} | -1.0E-7",
        "DOUBLE | {\"$numberLong\": \"9007199254740992\"} | 9.007199254740992E15",
        "DOUBLE | NaN | NaN",
        "DOUBLE | -Infinity | -Infinity",
        "DOUBLE | Infinity | Infinity",
        "DOUBLE | {\"$numberDouble\": \"NaN\"} | NaN",
        "DOUBLE | {\"$numberDouble\": \"Infinity\"} | Infinity",
        "DOUBLE | {\"$numberDouble\": \"-Infinity\"} | -Infinity",
        "FLOAT | 1.5 | 1.5",
        "FLOAT | NaN | NaN",
        "DECIMAL(38,2) | {\"$numberDecimal\": \"1234567890123456789012345678901234.5\"} |"
            + " 1234567890123456789012345678901234.50",
        "DECIMAL(10,2) | {\"$numberDecimal\": \"1E+3\"} | 1000.00",
        "DECIMAL(10,2) | {\"$numberDecimal\": \"-0\"} | 0.00",
        "DECIMAL(10,2) | {\"$numberLong\": \"5\"} | 5.00",
        "DECIMAL(10,2) | 5 | 5.00",
        "DECIMAL(10,2) | 0.25 | 0.25",
        "BOOLEAN | true | true",
        "TIMESTAMP | {\"$date\": 1577836800123} | 2020-01-01 00:00:00.123",
        "TIMESTAMP | {\"$date\": {\"$numberLong\": \"-1\"}} | 1969-12-31 23:59:59.999",
        "TIMESTAMP | {\"$date\": \"2020-01-01T00:00:00.123Z\"} | 2020-01-01 00:00:00.123",
        "TIMESTAMP | {\"$date\": \"2020-01-01T01:00:00+01:00\"} | 2020-01-01 00:00:00",
        "DATE | {\"$date\": 1577836800000} | 2020-01-01",
        "DATE | {\"$date\": -86400000} | 1969-12-31",
        "BINARY | {\"$binary\": \"AP8=\",\"$type\": \"00\"} | 00FF",
        "BINARY | {\"$type\": \"05\",\"$binary\": \"AP8=\"} | 00FF",
        "BINARY | {\"$binary\": {\"base64\": \"AP8=\",\"subType\": \"04\"}} | 00FF",
        "BINARY | {\"$binary\": {\"subType\": \"80\",\"base64\": \"\"}} | ''",
        "BINARY | {\"$uuid\": \"596e2758-26f0-8b27-3077-9e1f00000001\"} |"
            + " 596E275826F08B2730779E1F00000001",
        "BINARY | {\"$oid\": \"596e275826f08b2730779e1f\"} | 596E275826F08B2730779E1F",
        "STRUCT<t: BIGINT, i: BIGINT> | {\"$timestamp\": {\"t\": 4294967295,\"i\": 2}} |"
            + " {4294967295, 2}",
        "STRUCT<t: BIGINT, i: BIGINT> | {  \"\\u0024timestamp\": {\"t\": 1,\"i\": 2}} | {1, 2}",
        "STRUCT<t: BIGINT, i: BIGINT> | {\"t\": 1,\"i\": 2} | {1, 2}",
        "STRUCT<a: INT, b: STRUCT<c: TIMESTAMP>> |"
            + " {\"a\": {\"$numberInt\": \"1\"},\"b\": {\"c\": {\"$date\": 0}}} |"
            + " {1, {1970-01-01 00:00:00}}",
        "STRUCT<a: INT, b: INT> | {\"b\": 2} | {null, 2}",
        "ARRAY<DOUBLE> | [1.5,{\"$numberDouble\": \"NaN\"},null,-Infinity] |"
            + " [1.5, NaN, null, -Infinity]",
        "ARRAY<STRUCT<q: BIGINT>> | [{\"q\": {\"$numberLong\": \"1\"}}] | [{1}]",
        "MAP<STRING, BIGINT> | {\"a\": 1,\"b\": {\"$numberLong\": \"2\"}} | {a -> 1, b -> 2}",
        "MAP<STRING, STRING> | {} | {}",
      })
  void aValueIsThatOfItsColumn(String type, String json, String shown) {
    DataType declared = DataType.fromDDL(type);
    DataType stored =
        declared.equals(DataTypes.ByteType) || declared.equals(DataTypes.ShortType)
            ? DataTypes.IntegerType
            : declared;
    assertThat(ShownValue.of(row(type, json), 1, stored))
        .isEqualTo(shown.equals("''") ? "" : shown);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "STRING | 1",
        "STRING | true",
        "STRING | NaN0",
        "MAP<STRING, STRING> | {\"$oid\": \"596e275826f08b2730779e1f\"}",
        "MAP<STRING, STRING> | {  \"$oid\": \"596e275826f08b2730779e1f\"}",
        "MAP<STRING, STRING> | {\"\\u0024oid\": \"596e275826f08b2730779e1f\"}",
        "STRUCT<a: INT> | {  \"$numberInt\": \"1\"}",
        "INT | 1.0",
        "INT | \"1\"",
        "INT | {\"$numberLong\": \"2147483648\"}",
        "INT | {\"$numberInt\": 1}",
        "INT | {\"$numberInt\": \"1.0\"}",
        "INT | {\"$numberInt\": \"+1\"}",
        "INT | {\"$numberInt\": \" 1\"}",
        "INT | {\"$numberInt\": \"\"}",
        "INT | {\"$numberInt\": \"1\",\"x\": 1}",
        "INT | {\"$numberDouble\": \"1\"}",
        "INT | {}",
        "TINYINT | 128",
        "BIGINT | {\"$numberLong\": \"9223372036854775808\"}",
        "BIGINT | {\"$numberDecimal\": \"1\"}",
        "BIGINT | {\"$date\": 1}",
        "BIGINT | NaN",
        "DOUBLE | \"NaN\"",
        "DOUBLE | \"1.5\"",
        "DOUBLE | {\"$numberDouble\": \"nan\"}",
        "DOUBLE | {\"$numberDouble\": \"0x1p3\"}",
        "DOUBLE | {\"$numberDouble\": \"1d\"}",
        "DOUBLE | {\"$numberDouble\": \"1e999\"}",
        "DOUBLE | {\"$numberDouble\": 1.5}",
        "DOUBLE | {\"$numberLong\": \"9007199254740993\"}",
        "DOUBLE | 9007199254740993",
        "DOUBLE | {\"$numberDecimal\": \"1.5\"}",
        "FLOAT | 0.1",
        "FLOAT | 16777217",
        "FLOAT | {\"$numberDouble\": \"1E300\"}",
        "DECIMAL(10,2) | {\"$numberDecimal\": \"NaN\"}",
        "DECIMAL(10,2) | {\"$numberDecimal\": \"Infinity\"}",
        "DECIMAL(10,2) | {\"$numberDecimal\": \"0.001\"}",
        "DECIMAL(10,2) | {\"$numberDecimal\": \"1E+999999999\"}",
        "DECIMAL(10,2) | {\"$numberDecimal\": \"1E+99999999999\"}",
        "DECIMAL(10,2) | {\"$numberDouble\": \"NaN\"}",
        "DECIMAL(10,2) | NaN",
        "DECIMAL(10,2) | \"1.00\"",
        "BOOLEAN | 1",
        "BOOLEAN | \"true\"",
        "TIMESTAMP | \"2020-01-01T00:00:00Z\"",
        "TIMESTAMP | 1577836800123",
        "TIMESTAMP | {\"$date\": 1.5}",
        "TIMESTAMP | {\"$date\": \"x\"}",
        "TIMESTAMP | {\"$date\": null}",
        "TIMESTAMP | {\"$date\": {\"$numberInt\": \"1\"}}",
        "TIMESTAMP | {\"$date\": {\"$numberLong\": \"9223372036854775807\"}}",
        "TIMESTAMP | {\"$date\": 9223372036854775807}",
        "TIMESTAMP | {\"$timestamp\": {\"t\": 1,\"i\": 1}}",
        "TIMESTAMP_NTZ | {\"$date\": 0}",
        "DATE | {\"$date\": 1}",
        "DATE | \"2020-01-01\"",
        "BINARY | \"AP8=\"",
        "BINARY | {\"$binary\": \"AP8=\"}",
        "BINARY | {\"$binary\": \"A\",\"$type\": \"00\"}",
        "BINARY | {\"$binary\": \"AP8=\",\"$type\": \"xx\"}",
        "BINARY | {\"$binary\": {\"base64\": \"AP8=\"}}",
        "BINARY | {\"$binary\": {\"base64\": \"AP8=\",\"subType\": \"00\",\"x\": 1}}",
        "BINARY | {\"$binary\": {\"subType\": \"00\"}}",
        "BINARY | {\"$binary\": {}}",
        "BINARY | {\"$uuid\": \"596e2758\"}",
        "BINARY | {\"$oid\": \"596e\"}",
        "BINARY | {\"$numberInt\": \"1\"}",
        "STRUCT<t: BIGINT, i: BIGINT> | {\"$timestamp\": 1}",
        "STRUCT<t: BIGINT, i: BIGINT> | {\"$timestamp\": {\"t\": 1,\"i\": 1},\"x\": 1}",
        "STRUCT<a: INT> | {\"$numberLong\": \"1\"}",
        "STRUCT<a: INT> | {\"a\": 1,\"a\": 2}",
        "STRUCT<a: INT> | [1]",
        "ARRAY<INT> | {\"0\": 1}",
        "ARRAY<INT> | [1,\"2\"]",
        "MAP<STRING, STRING> | {\"$oid\": \"596e275826f08b2730779e1f\"}",
        "MAP<STRING, INT> | [[\"a\",1]]",
        "MAP<STRING, INT> | {\"a\": 1,\"a\": 2}",
      })
  void whatIsNoValueOfItsColumnIsRejected(String type, String json) {
    DebeziumJsonFormat format = format(type);
    Decoded decoded =
        format.decoder(layoutOf(shapeOf(format, record("null")))).decode(record(json));
    assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
    assertThat(((Decoded.Rejected) decoded).reason())
        .isIn(RejectReason.VALUE_OUT_OF_TYPE, RejectReason.MALFORMED, RejectReason.COLUMN_UNKNOWN);
  }

  private static DebeziumJsonFormat format(String type) {
    return DebeziumJsonFormat.builder()
        .declaredSchema(StructType.fromDDL("_id STRING, v " + type))
        .build();
  }

  private static SourceRecord record(String json) {
    return bare("1", envelope("c", "", "{\"_id\": 1,\"v\": " + json + "}"));
  }

  private static InternalRow row(String type, String json) {
    return changes(format(type), record(json)).get(0).row();
  }
}
