package io.lakeward.it.postgres;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One version of a source table's columns.
 *
 * @param table the table's name
 * @param keys the columns of the primary key
 */
public record Schema(String table, List<String> keys, List<Column> columns) {

  public Schema {
    keys = List.copyOf(keys);
    columns = List.copyOf(columns);
  }

  /** The schema after {@code ALTER TABLE … ADD COLUMN}. */
  public Schema with(Column added) {
    List<Column> more = new ArrayList<>(columns);
    more.add(added);
    return new Schema(table, keys, more);
  }

  /** A row of values in the order of the columns. */
  public Map<String, Object> row(Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(columns.size() + " columns, " + values.length + " values");
    }
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      row.put(columns.get(i).name(), values[i]);
    }
    return row;
  }

  /** The key of a row. */
  public Map<String, Object> key(Map<String, Object> row) {
    Map<String, Object> key = new LinkedHashMap<>();
    keys.forEach(name -> key.put(name, row.get(name)));
    return key;
  }

  /** The columns in Spark's DDL, for mappings that declare a schema. */
  public String ddl() {
    return columns.stream().map(c -> c.name() + " " + c.type().ddl()).collect(joining(", "));
  }
}
