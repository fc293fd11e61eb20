package io.lakeward.source.debezium;

import io.lakeward.source.RecordFormat;
import io.lakeward.source.custom.JsonFormat;
import io.lakeward.source.expression.ExpressionCompiler;
import io.lakeward.source.json.EpochUnit;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.types.StructType;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A value of a record without schema, and what it becomes: a row of {@code declared.yaml}.
 *
 * @param declared the type by which the mapping declares the column
 * @param format the format of the records
 * @param options keys of the mapping with their values
 * @param json the value in the record
 * @param column the type of the column
 * @param value the value in the column, as {@link io.lakeward.source.ShownValue} shows it; empty
 *     where the record is rejected
 */
record DeclaredTypeCase(
    String declared,
    String format,
    Map<String, String> options,
    String json,
    String column,
    Optional<String> value) {

  static List<DeclaredTypeCase> all() {
    try (InputStream in = DeclaredTypeCase.class.getResourceAsStream("declared.yaml")) {
      List<?> rows = (List<?>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
      return rows.stream().map(row -> of((Map<?, ?>) row)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DeclaredTypeCase of(Map<?, ?> row) {
    Map<String, String> options = new TreeMap<>();
    if (row.get("options") instanceof Map<?, ?> given) {
      given.forEach((key, value) -> options.put((String) key, (String) value));
    }
    return new DeclaredTypeCase(
        (String) row.get("declared"),
        (String) row.get("format"),
        options,
        (String) row.get("json"),
        (String) row.get("column"),
        Optional.ofNullable((String) row.get("value")));
  }

  boolean isPlain() {
    return format.equals("json");
  }

  /** The format of a flow with these options. */
  RecordFormat format(ExpressionCompiler compiler) {
    return isPlain() ? plain(compiler) : debezium();
  }

  private RecordFormat plain(ExpressionCompiler compiler) {
    JsonFormat.Builder builder =
        JsonFormat.builder(StructType.fromDDL("id INT, v " + declared))
            .keys(List.of("id"))
            .sequenceBy(List.of("id"));
    options.forEach((key, value) -> builder.timeZone(ZoneId.of(value)));
    return builder.build(compiler);
  }

  private RecordFormat debezium() {
    DebeziumJsonFormat.Builder builder =
        DebeziumJsonFormat.builder().declaredSchema(StructType.fromDDL("id INT, v " + declared));
    TimeOfDayColumn times = ColumnForms.DEFAULT.timesOfDay();
    GeometryColumn geometries = ColumnForms.DEFAULT.geometries();
    for (Map.Entry<String, String> option : options.entrySet()) {
      String value = option.getValue().toUpperCase(Locale.ROOT);
      switch (option.getKey()) {
        case "decimal" -> builder.decimals(DecimalEncoding.valueOf(value));
        case "temporal_precision" -> builder.temporalPrecision(EpochUnit.valueOf(value));
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
    return declared + " " + format + " " + options + " " + json;
  }
}
