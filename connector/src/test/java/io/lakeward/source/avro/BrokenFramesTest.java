package io.lakeward.source.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.change.RejectReason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes that are no record of their schema are refused with what is wrong, and cost nothing. */
class BrokenFramesTest {

  private static final String ROW =
      """
      {"type":"record","name":"Row","fields":[
        {"name":"id","type":"long"},
        {"name":"name","type":["null","string"]},
        {"name":"bytes","type":"bytes"},
        {"name":"many","type":{"type":"array","items":"int"}},
        {"name":"named","type":{"type":"map","values":"double"}},
        {"name":"kind","type":{"type":"enum","name":"Kind","symbols":["A","B"]}},
        {"name":"flag","type":"boolean"},
        {"name":"amount","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}},
        {"name":"at","type":{"type":"long","logicalType":"timestamp-micros"}},
        {"name":"time","type":{"type":"int","logicalType":"time-millis"}}]}
      """;

  @TempDir private Path directory;
  private final Schema schema = new Schema.Parser().parse(ROW);
  private Frames frames;
  private byte[] frame;

  @BeforeEach
  void frame() {
    frames = new Frames(directory);
    GenericData.Record row = new GenericData.Record(schema);
    row.put("id", 1L);
    row.put("name", "alice");
    row.put("bytes", java.nio.ByteBuffer.wrap(new byte[] {1}));
    row.put("many", List.of(1, 2));
    row.put("named", Map.of("x", 1d));
    row.put("kind", new GenericData.EnumSymbol(schema.getField("kind").schema(), "B"));
    row.put("flag", true);
    row.put("amount", java.nio.ByteBuffer.wrap(new byte[] {5}));
    row.put("at", 0L);
    row.put("time", 1000);
    frame = frames.frame(schema, row);
  }

  @Test
  void whatIsNotFramed() {
    assertRefused(new byte[0], RejectReason.MALFORMED, "zero byte");
    assertRefused(new byte[] {0, 0, 0}, RejectReason.MALFORMED, "zero byte");
    assertRefused("{\"id\":1}".getBytes(StandardCharsets.UTF_8), RejectReason.MALFORMED, "JSON");
  }

  @Test
  void aSchemaThatIsNotThereUntilItIs() throws Exception {
    byte[] other = frame.clone();
    other[4] = 9;
    assertRefused(other, RejectReason.SCHEMA_MISSING, "no schema with the id 9");
    Files.writeString(directory.resolve("9.avsc"), "no schema");
    assertRefused(other, RejectReason.SCHEMA_MISSING, "the schema 9 is no Avro");
    Files.writeString(
        directory.resolve("9.avsc"),
        "{\"type\":\"record\",\"name\":\"X\",\"fields\":[{\"name\":\"id\",\"type\":\"Nope\"}]}");
    assertRefused(other, RejectReason.SCHEMA_MISSING, "the schema 9 is no Avro");
    Files.writeString(directory.resolve("9.avsc"), schema.toString());
    assertThat(json(other)).contains("\"name\":\"alice\"");
  }

  @Test
  void aRecordThatContainsItself() throws Exception {
    Files.writeString(
        directory.resolve("7.avsc"),
        """
        {"type":"record","name":"Tree","fields":[{"name":"left","type":["null","Tree"]}]}
        """);
    assertRefused(
        new byte[] {0, 0, 0, 0, 7, 0}, RejectReason.WRONG_ENVELOPE, "Tree contains itself");
  }

  @Test
  void everyRecordThatEndsEarlyOrLate() {
    for (int length = 5; length < frame.length; length++) {
      assertRefused(Arrays.copyOf(frame, length), RejectReason.MALFORMED, "");
    }
    assertRefused(Arrays.copyOf(frame, frame.length + 1), RejectReason.MALFORMED, "left behind");
  }

  @Test
  void lengthsAreNotBelieved() {
    byte[] huge = {0, 0, 0, 0, 1, 2, 2, -2, -1, -1, -1, 15};
    assertRefused(huge, RejectReason.MALFORMED, "bytes where");
    byte[] negative = {0, 0, 0, 0, 1, 2, 2, 1};
    assertRefused(negative, RejectReason.MALFORMED, "bytes where");
  }

  /** A decoder that throws anything else would stop the flow for a record. */
  @Test
  void whateverIsChangedIsReadOrRefused() {
    Random random = new Random(20261130);
    AvroJson json = new AvroJson(frames.schemas(), JsonForm.PLAIN);
    int read = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] broken = frame.clone();
      for (int change = random.nextInt(3); change >= 0; change--) {
        broken[5 + random.nextInt(broken.length - 5)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(json.of(broken)).isNotEmpty();
        read++;
      } catch (AvroRefused e) {
        assertThat(e.reason()).isIn(RejectReason.MALFORMED, RejectReason.VALUE_OUT_OF_TYPE);
      }
    }
    assertThat(read).isBetween(1, 99_999);
  }

  private String json(byte[] bytes) throws AvroRefused {
    return new String(
        new AvroJson(frames.schemas(), JsonForm.PLAIN).of(bytes), StandardCharsets.UTF_8);
  }

  private void assertRefused(byte[] bytes, RejectReason reason, String detail) {
    AvroRefused refused = catchThrowableOfType(AvroRefused.class, () -> json(bytes));
    assertThat(refused).isNotNull();
    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused).hasMessageContaining(detail);
  }
}
