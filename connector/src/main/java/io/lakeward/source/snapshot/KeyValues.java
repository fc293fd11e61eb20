package io.lakeward.source.snapshot;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;

/**
 * The keys of the rows that somebody asks for.
 *
 * @param columns the key columns, by their names in the source
 * @param types their types, in which the keys are
 * @param keys each with the columns in this order, none of them null
 */
public record KeyValues(List<String> columns, List<DataType> types, List<InternalRow> keys) {
  public KeyValues {
    columns = List.copyOf(columns);
    types = List.copyOf(types);
    keys = List.copyOf(keys);
    if (columns.isEmpty() || columns.size() != types.size()) {
      throw new IllegalArgumentException(
          "Cannot ask for keys of columns %s of types %s".formatted(columns, types));
    }
  }
}
