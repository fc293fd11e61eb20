package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Records as Debezium 3 writes them for PostgreSQL, put together from their parts. */
final class Events {

  static final String SOURCE =
      """
      {"version":"3.6.1.Final","connector":"postgresql","name":"shop","ts_ms":1731508712229,\
      "snapshot":"false","db":"shop","sequence":"[\\"24267616\\",\\"24268000\\"]",\
      "ts_us":1731508712229224,"ts_ns":1731508712229224000,"schema":"public",\
      "table":"customers","txId":565,"lsn":24268000,"xmin":null}""";

  private Events() {}

  /** A bare envelope. */
  static String bare(String op, String before, String after) {
    return bare(op, before, after, SOURCE);
  }

  static String bare(String op, String before, String after, String source) {
    return "{\"before\":"
        + before
        + ",\"after\":"
        + after
        + ",\"source\":"
        + source
        + ",\"transaction\":null,\"op\":\""
        + op
        + "\",\"ts_ms\":1731508712500,\"ts_us\":1731508712500123,\"ts_ns\":1731508712500123000}";
  }

  /** An envelope with its schema; {@code fields} are the schemas of the row's fields. */
  static String embedded(String fields, String envelope) {
    String row = "{\"type\":\"struct\",\"fields\":[" + fields + "],\"optional\":true,";
    return "{\"schema\":{\"type\":\"struct\",\"fields\":["
        + row
        + "\"name\":\"shop.public.customers.Value\",\"field\":\"before\"},"
        + row
        + "\"name\":\"shop.public.customers.Value\",\"field\":\"after\"},"
        + "{\"type\":\"string\",\"optional\":false,\"field\":\"op\"}],"
        + "\"optional\":false,\"name\":\"shop.public.customers.Envelope\",\"version\":2},"
        + "\"payload\":"
        + envelope
        + "}";
  }

  /** The schema of an optional field of a primitive type. */
  static String field(String name, String type) {
    return "{\"type\":\"" + type + "\",\"optional\":true,\"field\":\"" + name + "\"}";
  }

  /** The schema of an optional field of a semantic type. */
  static String field(String name, String type, String semantic) {
    return "{\"type\":\""
        + type
        + "\",\"optional\":true,\"name\":\""
        + semantic
        + "\",\"version\":1,\"field\":\""
        + name
        + "\"}";
  }

  /** The schema of a decimal field. */
  static String decimal(String name, String parameters) {
    return "{\"type\":\"bytes\",\"optional\":true,\"name\":"
        + "\"org.apache.kafka.connect.data.Decimal\",\"version\":1,\"parameters\":{"
        + parameters
        + "},\"field\":\""
        + name
        + "\"}";
  }

  static SourceRecord record(String key, String value) {
    return record(key, value, Map.of());
  }

  static SourceRecord record(String key, String value, Map<String, String> headers) {
    return new SourceRecord()
        .at("shop.public.customers", 0, 42, 1731508712600L)
        .holding(bytes(key), bytes(value), new FixedHeaders(headers));
  }

  static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }

  /** The layout of a table that was made for this shape. */
  static Layout layoutOf(RecordShape shape) {
    return new Layout(
        shape.columns().stream()
            .map(
                column ->
                    shape.keys().contains(column.name())
                        ? Layout.Column.key(column.name(), column.type())
                        : Layout.Column.value(column.name(), column.type()))
            .toList(),
        shape.sequenceType());
  }

  /** The shape that a format asks for when the table does not exist. */
  static RecordShape shapeOf(DebeziumJsonFormat format, SourceRecord record) {
    Decoded decoded = format.decoder(Layout.NONE).decode(record);
    if (decoded instanceof Decoded.Unfit unfit) {
      return unfit.shape();
    }
    throw new AssertionError("not unfit but " + decoded);
  }

  /** The changes of a record in the layout that the record itself asks for. */
  static List<DecodedChange> changes(DebeziumJsonFormat format, SourceRecord record) {
    return changes(format.decoder(layoutOf(shapeOf(format, record))), record);
  }

  static List<DecodedChange> changes(RecordDecoder decoder, SourceRecord record) {
    Decoded decoded = decoder.decode(record);
    if (decoded instanceof Decoded.Changes changes) {
      return changes.changes();
    }
    throw new AssertionError("no changes but " + decoded);
  }

  private record FixedHeaders(Map<String, String> texts) implements SourceRecord.Headers {

    FixedHeaders {
      texts = new HashMap<>(texts);
    }

    @Override
    public byte[] last(String name) {
      return bytes(texts.get(name));
    }

    @Override
    public void forEach(BiConsumer<String, byte[]> visitor) {
      texts.forEach((name, text) -> visitor.accept(name, bytes(text)));
    }
  }
}
