package io.lakeward.source.avro;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.apicurio.registry.utils.converter.avro.AvroData;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a connector writes in Avro reads as what it writes in JSON: both by Connect's converters.
 */
class ConnectFormTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int SCHEMAS = 100;

  @TempDir private Path directory;

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void avroIsTheSameJson(String name, Schema type, Object value) throws Exception {
    Schema row = SchemaBuilder.struct().name("shop.Row").field("v", type).build();
    Struct struct = new Struct(row).put("v", value);
    AvroData connect = new AvroData(SCHEMAS);
    byte[] frame =
        new Frames(directory)
            .frame(connect.fromConnectSchema(row), connect.fromConnectData(row, struct));
    byte[] ours =
        new AvroJson(new SchemaSource.Directory(directory.toString()), JsonForm.CONNECT).of(frame);
    assertThat(normal(ours)).isEqualTo(normal(json(row, struct)));
  }

  static Stream<Arguments> avroIsTheSameJson() {
    SchemaBuilder inner = SchemaBuilder.struct().name("shop.Inner").optional();
    inner.field("a", Schema.OPTIONAL_INT64_SCHEMA).field("b", Schema.STRING_SCHEMA);
    Schema innerSchema = inner.build();
    Struct innerValue = new Struct(innerSchema).put("a", 7L).put("b", "x");
    return Stream.of(
        of("boolean", Schema.BOOLEAN_SCHEMA, true),
        of("int8", Schema.INT8_SCHEMA, (byte) -128),
        of("int16", Schema.INT16_SCHEMA, (short) 32767),
        of("int32", Schema.INT32_SCHEMA, Integer.MIN_VALUE),
        of("int64", Schema.INT64_SCHEMA, Long.MAX_VALUE),
        of("int64 least", Schema.INT64_SCHEMA, Long.MIN_VALUE),
        of("float", Schema.FLOAT32_SCHEMA, 0.1f),
        of("float NaN", Schema.FLOAT32_SCHEMA, Float.NaN),
        of("double", Schema.FLOAT64_SCHEMA, 0.1d),
        of("double infinite", Schema.FLOAT64_SCHEMA, Double.NEGATIVE_INFINITY),
        of("string", Schema.STRING_SCHEMA, "a\"b\\ \u0001 é ü 😀"),
        of("string empty", Schema.STRING_SCHEMA, ""),
        of("string null", Schema.OPTIONAL_STRING_SCHEMA, null),
        of("string optional", Schema.OPTIONAL_STRING_SCHEMA, "x"),
        of("bytes", Schema.BYTES_SCHEMA, ByteBuffer.wrap(new byte[] {-1, -2, 0})),
        of("bytes empty", Schema.BYTES_SCHEMA, ByteBuffer.wrap(new byte[0])),
        of(
            "decimal",
            Decimal.builder(2).parameter("connect.decimal.precision", "10").optional().build(),
            new BigDecimal("-10.50")),
        of("decimal of no precision", Decimal.schema(4), new BigDecimal("0.2346")),
        of(
            "decimal long",
            Decimal.builder(0).parameter("connect.decimal.precision", "38").build(),
            new BigDecimal(BigInteger.TEN.pow(37))),
        of(
            "date of Debezium",
            SchemaBuilder.int32().name("io.debezium.time.Date").version(1).build(),
            19358),
        of("date of Connect", org.apache.kafka.connect.data.Date.SCHEMA, new Date(86_400_000L * 9)),
        of("time of Connect", Time.SCHEMA, new Date(57_685_000L)),
        of("timestamp of Connect", Timestamp.SCHEMA, new Date(1_666_344_460_000L)),
        of(
            "timestamp in micros",
            SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").version(1).build(),
            1731508712229224L),
        of(
            "zoned timestamp",
            SchemaBuilder.string().name("io.debezium.time.ZonedTimestamp").optional().build(),
            "2023-01-01T00:00:00Z"),
        of(
            "enum of Debezium",
            SchemaBuilder.string()
                .name("io.debezium.data.Enum")
                .parameter("allowed", "a,b")
                .optional()
                .build(),
            "b"),
        of("default", SchemaBuilder.string().optional().defaultValue("gold").build(), "silver"),
        of("default and null", SchemaBuilder.int64().defaultValue(7L).build(), 8L),
        of("struct", innerSchema, innerValue),
        of("struct null", innerSchema, null),
        of(
            "array",
            SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build(),
            java.util.Arrays.asList("a", null, "b")),
        of("array empty", SchemaBuilder.array(Schema.INT32_SCHEMA).optional().build(), List.of()),
        of("array of structs", SchemaBuilder.array(innerSchema).build(), List.of(innerValue)),
        of(
            "map",
            SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_INT32_SCHEMA).build(),
            Map.of("a\"b", 1)),
        of(
            "map of numbers",
            SchemaBuilder.map(Schema.INT32_SCHEMA, Schema.STRING_SCHEMA).optional().build(),
            Map.of(5, "five")));
  }

  private static Arguments of(String name, Schema type, Object value) {
    return Arguments.of(name, type, value);
  }

  private static byte[] json(Schema schema, Struct value) {
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", "true"), false);
      return converter.fromConnectData("topic", schema, value);
    }
  }

  /** Without what says nothing of values: versions of schemas, and the parameters' other half. */
  private static JsonNode normal(byte[] json) throws IOException {
    JsonNode tree = MAPPER.readTree(json);
    strip(tree.get("schema"));
    return tree;
  }

  private static void strip(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(List.of("version", "doc"));
      if (object.path("optional").isBoolean() && !object.get("optional").asBoolean()) {
        object.remove("optional");
      }
      if (object.path("name").asText().endsWith("MapEntry")) {
        object.remove("name");
      }
    }
    node.forEach(ConnectFormTest::strip);
  }
}
