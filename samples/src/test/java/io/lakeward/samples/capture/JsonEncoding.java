package io.lakeward.samples.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.json.JsonConverter;

/** JSON, as Connect's own converter writes it. */
public final class JsonEncoding implements RecordEncoding {

  private final JsonConverter keys;
  private final JsonConverter values;

  private JsonEncoding(String schemas) {
    keys = converter(schemas, true);
    values = converter(schemas, false);
  }

  private static JsonConverter converter(String schemas, boolean key) {
    JsonConverter converter = new JsonConverter();
    // By default a null in a column with a default would become that default.
    converter.configure(
        Map.of("schemas.enable", schemas, "replace.null.with.default", "false"), key);
    return converter;
  }

  /** With the schema in every record. */
  public static RecordEncoding withSchemas() {
    return new JsonEncoding("true");
  }

  /** Values alone. */
  public static RecordEncoding withoutSchemas() {
    return new JsonEncoding("false");
  }

  @Override
  public void put(ObjectNode line, String field, String topic, Schema schema, Object value) {
    JsonConverter converter = field.equals("key") ? keys : values;
    byte[] json = value == null ? null : converter.fromConnectData(topic, schema, value);
    line.put(field, json == null ? null : new String(json, UTF_8));
  }
}
