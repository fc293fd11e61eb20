package io.lakeward.source.avro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A value of an Avro type, and what it becomes: a row of {@code types.yaml}.
 *
 * @param avro the type
 * @param options keys of the mapping with their values
 * @param json the value in Avro's JSON encoding
 * @param column the type of the column
 * @param value the value in the column, as {@link io.lakeward.source.ShownValue} shows it
 * @param plain the value as plain JSON
 */
public record AvroTypeCase(
    JsonNode avro,
    Map<String, String> options,
    String json,
    String column,
    String value,
    String plain) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** All rows, in their order. */
  public static List<AvroTypeCase> all() {
    try (InputStream in = AvroTypeCase.class.getResourceAsStream("types.yaml")) {
      List<?> rows = (List<?>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
      return rows.stream().map(row -> of((Map<?, ?>) row)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AvroTypeCase of(Map<?, ?> row) {
    Map<String, String> options = new TreeMap<>();
    if (row.get("options") instanceof Map<?, ?> given) {
      given.forEach((key, value) -> options.put((String) key, (String) value));
    }
    return new AvroTypeCase(
        MAPPER.valueToTree(row.get("avro")),
        options,
        (String) row.get("json"),
        (String) row.get("column"),
        (String) row.get("value"),
        (String) row.get("plain"));
  }

  @Override
  public String toString() {
    return avro + " " + options + " " + json;
  }
}
