package io.lakeward.samples.compare;

import io.lakeward.samples.compare.SourceTable.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types.NestedField;

/** The replica of a table in the lake. */
final class Replica {

  private static final String BOOKKEEPING = "_lakeward";

  private final Table table;
  private final List<Column> columns;

  Replica(Table table, List<Column> columns) {
    this.table = table;
    this.columns = columns;
  }

  /** Says what is wrong with the columns: nothing, if the list is empty. */
  List<String> schemaDifferences() {
    List<String> differences = new ArrayList<>();
    List<NestedField> fields = new ArrayList<>(table.schema().columns());
    if (!fields.isEmpty() && fields.get(fields.size() - 1).name().equals(BOOKKEEPING)) {
      fields.remove(fields.size() - 1);
    }
    Map<String, String> found = new HashMap<>();
    fields.forEach(field -> found.put(field.name(), field.type().toString()));
    for (Column column : columns) {
      String type = found.remove(column.name());
      if (!column.type().lake().equals(type)) {
        differences.add(
            "column %s: should be %s, is %s"
                .formatted(column.name(), column.type().lake(), type == null ? "missing" : type));
      }
    }
    found.forEach((name, type) -> differences.add("column %s: not in the source".formatted(name)));
    return differences;
  }

  /**
   * All rows by key.
   *
   * @param duplicates told of the keys that come more than once
   */
  Map<List<Object>, Row> rows(List<Integer> keyPlaces, Consumer<List<Object>> duplicates)
      throws IOException {
    Map<List<Object>, Row> rows = new HashMap<>();
    String[] names = columns.stream().map(Column::name).toArray(String[]::new);
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).select(names).build()) {
      for (Record record : records) {
        Row row = row(record);
        List<Object> key = row.key(keyPlaces);
        if (rows.put(key, row) != null) {
          duplicates.accept(key);
        }
      }
    }
    return rows;
  }

  private Row row(Record record) {
    Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      Column column = columns.get(i);
      values[i] = column.type().fromReplica(record.getField(column.name()));
    }
    return new Row(values);
  }
}
