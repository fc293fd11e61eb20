package io.lakeward.source.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Avro's types in both forms where no connector wrote them (case T14). */
class PlainFormTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path directory;

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("values")
  @DisplayName("T14: values of plain events are written as people write them")
  void asPeopleWriteIt(String type, Object value, String plain, String connect, String name)
      throws Exception {
    assertThat(json(type, value, JsonForm.PLAIN)).isEqualTo("{\"v\":" + plain + "}");
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("values")
  void asConnectWritesIt(String type, Object value, String plain, String connect, String name)
      throws Exception {
    var tree = MAPPER.readTree(json(type, value, JsonForm.CONNECT));
    assertThat(tree.get("payload")).isEqualTo(MAPPER.readTree("{\"v\":" + connect + "}"));
    assertThat(tree.at("/schema/fields/0/name").asText()).isEqualTo(name);
  }

  static Stream<Arguments> values() {
    String zoned = "io.debezium.time.ZonedTimestamp";
    ByteBuffer minusOneHalf = ByteBuffer.wrap(BigInteger.valueOf(-15).toByteArray());
    return Stream.of(
        arguments(
            logical("int", "date"), -719162, "\"0001-01-01\"", "-719162", "io.debezium.time.Date"),
        arguments(
            logical("int", "time-millis"),
            57685000,
            "\"16:01:25\"",
            "57685000",
            "io.debezium.time.Time"),
        arguments(
            logical("long", "time-micros"),
            57685123456L,
            "\"16:01:25.123456\"",
            "57685123456",
            "io.debezium.time.MicroTime"),
        arguments(
            logical("long", "timestamp-millis"),
            -1L,
            "\"1969-12-31T23:59:59.999Z\"",
            "\"1969-12-31T23:59:59.999Z\"",
            zoned),
        arguments(
            logical("long", "timestamp-micros"),
            1690366967048491L,
            "\"2023-07-26T10:22:47.048491Z\"",
            "\"2023-07-26T10:22:47.048491Z\"",
            zoned),
        arguments(
            logical("long", "timestamp-nanos"),
            1690366967048491001L,
            "\"2023-07-26T10:22:47.048491001Z\"",
            "\"2023-07-26T10:22:47.048491001Z\"",
            zoned),
        arguments(
            logical("long", "local-timestamp-millis"),
            1710037800000L,
            "\"2024-03-10T02:30:00\"",
            "1710037800000",
            "io.debezium.time.Timestamp"),
        arguments(
            logical("long", "local-timestamp-micros"),
            1710037800000001L,
            "\"2024-03-10T02:30:00.000001\"",
            "1710037800000001",
            "io.debezium.time.MicroTimestamp"),
        arguments(
            logical("long", "local-timestamp-nanos"),
            1710037800000001000L,
            "\"2024-03-10T02:30:00.000001\"",
            "1710037800000001000",
            "io.debezium.time.NanoTimestamp"),
        arguments(logical("string", "uuid"), "3f2a", "\"3f2a\"", "\"3f2a\"", ""),
        arguments(
            "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":4,\"scale\":1}",
            minusOneHalf,
            "\"-1.5\"",
            "\"8Q==\"",
            "org.apache.kafka.connect.data.Decimal"),
        arguments(
            "{\"type\":\"fixed\",\"name\":\"F\",\"size\":2,\"logicalType\":\"decimal\",\"precision\":4,\"scale\":1}",
            fixed(new byte[] {-1, -15}),
            "\"-1.5\"",
            "\"//E=\"",
            "org.apache.kafka.connect.data.Decimal"),
        arguments(
            "{\"type\":\"fixed\",\"name\":\"F\",\"size\":2}",
            fixed(new byte[] {-1, -2}),
            "\"//4=\"",
            "\"//4=\"",
            ""),
        arguments(
            "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]}",
            new GenericData.EnumSymbol(Schema.createEnum("E", null, null, List.of("A", "B")), "B"),
            "\"B\"",
            "\"B\"",
            ""),
        // A logical type over a type that is not its own says nothing.
        arguments(logical("string", "date"), "x", "\"x\"", "\"x\"", ""),
        arguments("[\"null\",\"long\"]", 5L, "5", "5", ""),
        arguments("[\"long\",\"null\"]", null, "null", "null", ""),
        arguments(
            "[\"null\",\"long\",\"string\"]", "a", "{\"string\":\"a\"}", "{\"string\":\"a\"}", ""),
        arguments("[\"null\",\"long\",\"string\"]", null, "null", "null", ""),
        arguments(
            "{\"type\":\"map\",\"values\":\"int\"}", Map.of("k", 1), "{\"k\":1}", "{\"k\":1}", ""),
        arguments(
            "{\"type\":\"array\",\"items\":[\"null\",\"int\"]}",
            java.util.Arrays.asList(1, null),
            "[1,null]",
            "[1,null]",
            ""));
  }

  private static String logical(String type, String logical) {
    return "{\"type\":\"" + type + "\",\"logicalType\":\"" + logical + "\"}";
  }

  private static GenericData.Fixed fixed(byte[] bytes) {
    return new GenericData.Fixed(Schema.createFixed("F", null, null, bytes.length), bytes);
  }

  private String json(String type, Object value, JsonForm form) throws AvroRefused, IOException {
    Schema schema =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"Row\",\"fields\":[{\"name\":\"v\",\"type\":"
                    + type
                    + "}]}");
    GenericData.Record row = new GenericData.Record(schema);
    row.put("v", value);
    Frames frames = new Frames(directory);
    return new String(
        new AvroJson(frames.schemas(), form).of(frames.frame(schema, row)),
        java.nio.charset.StandardCharsets.UTF_8);
  }
}
