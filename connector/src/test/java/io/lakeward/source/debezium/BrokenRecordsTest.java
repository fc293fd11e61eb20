package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.embedded;
import static io.lakeward.source.debezium.Events.field;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.shapeOf;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.SourceRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** Records are cut and changed at random places: none makes the decoder throw. */
class BrokenRecordsTest {

  private static final long SEED = 20_261_130L;
  private static final int ROUNDS = 60_000;

  private static final String ROW =
      "{\"id\":1,\"n\":\"Fg==\",\"t\":\"2023-01-01T00:00:00Z\",\"l\":[1,2],"
          + "\"m\":{\"a\":\"b\"},\"s\":{\"x\":1.5,\"scale\":3},\"d\":19358,\"é\":\"\\u00e9ü\"}";

  private static final String FIELDS =
      String.join(
          ",",
          field("id", "int64"),
          Events.decimal("n", "\"scale\":\"1\""),
          field("t", "string", "io.debezium.time.ZonedTimestamp"),
          "{\"type\":\"array\",\"items\":{\"type\":\"int32\"},\"optional\":true,\"field\":\"l\"}",
          "{\"type\":\"map\",\"keys\":{\"type\":\"string\"},\"values\":{\"type\":\"string\"},"
              + "\"optional\":true,\"field\":\"m\"}",
          "{\"type\":\"struct\",\"fields\":["
              + field("x", "double")
              + ","
              + field("scale", "int32")
              + "],\"optional\":true,\"field\":\"s\"}",
          field("d", "int32", "io.debezium.time.Date"),
          field("é", "string"));

  @Test
  void decoderNeverThrows() {
    DebeziumJsonFormat format =
        DebeziumJsonFormat.builder()
            .declaredSchema(
                StructType.fromDDL(
                    "id BIGINT, n DECIMAL(10,1), t TIMESTAMP, l ARRAY<INT>, m MAP<STRING,STRING>,"
                        + " s STRUCT<x: DOUBLE, scale: INT>, d DATE, `é` STRING"))
            .build();
    List<String> values =
        List.of(
            bare("u", ROW, ROW),
            bare("d", ROW, "null"),
            embedded(FIELDS, bare("c", "null", ROW)),
            embedded(FIELDS, bare("t", "null", "null")));
    String key = "{\"id\":1}";
    Layout layout = layoutOf(shapeOf(format, Events.record(key, values.get(2))));
    RecordDecoder decoder = format.decoder(layout);
    RecordDecoder unknown = format.decoder(Layout.NONE);
    Random random = new Random(SEED);
    int changes = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] value = broken(Events.bytes(values.get(i % values.size())), random);
      byte[] brokenKey = i % 5 == 0 ? broken(Events.bytes(key), random) : Events.bytes(key);
      SourceRecord record = new SourceRecord().holding(brokenKey, value, SourceRecord.Headers.NONE);
      try {
        Decoded decoded = decoder.decode(record);
        assertThat(decoded).isNotNull();
        assertThat(unknown.decode(record)).isNotNull();
        changes += decoded instanceof Decoded.Changes ? 1 : 0;
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("round " + i + ": " + new String(value, UTF_8), e);
      }
    }
    assertThat(changes).as("some changes do no harm").isPositive().isLessThan(ROUNDS);
  }

  private static byte[] broken(byte[] good, Random random) {
    if (random.nextInt(4) == 0) {
      return Arrays.copyOf(good, random.nextInt(good.length));
    }
    byte[] bytes = good.clone();
    String odd = "{}[]\",:\\0-+.eEnt \u0000/u";
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      bytes[random.nextInt(bytes.length)] =
          random.nextBoolean()
              ? (byte) odd.charAt(random.nextInt(odd.length()))
              : (byte) random.nextInt(256);
    }
    return bytes;
  }
}
