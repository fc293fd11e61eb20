package io.lakeward.source.debezium;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A value of a record with schema, and what it becomes: a row of {@code types.yaml}.
 *
 * @param source types of databases that are sent so
 * @param schema the Connect schema of the value
 * @param options keys of the mapping with their values
 * @param json the value in the record
 * @param column the type of the column
 * @param value the value in the column, as {@link ShownValue} shows it
 */
record TypeCase(
    String source,
    JsonNode schema,
    Map<String, String> options,
    String json,
    String column,
    String value) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  static List<TypeCase> all() {
    try (InputStream in = TypeCase.class.getResourceAsStream("types.yaml")) {
      List<?> rows = (List<?>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
      return rows.stream().map(row -> of((Map<?, ?>) row)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TypeCase of(Map<?, ?> row) {
    Map<String, String> options = new TreeMap<>();
    if (row.get("options") instanceof Map<?, ?> given) {
      given.forEach((key, value) -> options.put((String) key, (String) value));
    }
    return new TypeCase(
        (String) row.get("source"),
        MAPPER.valueToTree(row.get("schema")),
        options,
        (String) row.get("json"),
        (String) row.get("column"),
        (String) row.get("value"));
  }

  /** The schema of an optional field {@code v} of the type. */
  String field() {
    ObjectNode field = schema.deepCopy();
    return field.put("optional", true).put("field", "v").toString();
  }

  /** The format of a flow with these options. */
  DebeziumJsonFormat format() {
    DebeziumJsonFormat.Builder builder = DebeziumJsonFormat.builder();
    TimeOfDayColumn times = ColumnForms.DEFAULT.timesOfDay();
    GeometryColumn geometries = ColumnForms.DEFAULT.geometries();
    for (Map.Entry<String, String> option : options.entrySet()) {
      String value = option.getValue().toUpperCase(Locale.ROOT);
      switch (option.getKey()) {
        case "infinity" -> builder.infinity(InfinityPolicy.valueOf(value));
        case "time_of_day" -> times = TimeOfDayColumn.valueOf(value);
        case "geometry" -> geometries = GeometryColumn.valueOf(value);
        default -> throw new AssertionError("no such option: " + option);
      }
    }
    return builder.forms(new ColumnForms(times, geometries)).build();
  }

  @Override
  public String toString() {
    return source + " " + schema + " " + options + " " + json;
  }
}
