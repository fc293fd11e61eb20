package io.lakeward.source.debezium;

import io.lakeward.source.RecordShape;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of the source's row.
 *
 * @param columns in the order in which records write them
 * @param sourceBlock the schema of the envelope's source block; empty where none is embedded
 */
record RowSchema(List<RowColumn> columns, Optional<ConnectSchema> sourceBlock) {

  private static final int DEEPEST = 100;

  RowSchema {
    columns = List.copyOf(columns);
  }

  /** The columns that the table is not to have, by their names in the record. */
  List<String> leftOut() {
    return columns.stream()
        .filter(column -> column.target().isEmpty())
        .map(RowColumn::source)
        .toList();
  }

  /** The columns that the table is asked to have. */
  List<RecordShape.Column> shape() {
    return columns.stream()
        .filter(column -> column.target().isPresent())
        .map(
            column ->
                new RecordShape.Column(
                    column.target().orElseThrow(),
                    column.type().type(),
                    column.defaultValue().orElse(null)))
        .toList();
  }

  /** The same columns, in envelopes whose source block has this schema. */
  RowSchema withSourceBlock(Optional<ConnectSchema> schema) {
    return new RowSchema(columns, schema);
  }

  Optional<RowColumn> bySource(String name) {
    return columns.stream().filter(column -> column.source().equals(name)).findFirst();
  }

  /** A column that is to be in the table and that no table can have, if there is any. */
  Optional<String> unusable() {
    for (RowColumn column : columns) {
      if (column.target().isPresent()) {
        Optional<String> problem = unusable(column);
        if (problem.isPresent()) {
          return problem.map(text -> text + "; leave it out with except_column_list");
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> unusable(RowColumn column) {
    if (column.target().orElseThrow().isEmpty()) {
      return Optional.of("a column has no name");
    }
    return unusable(column.type().type(), 0)
        .map(problem -> "the column " + column.source() + " " + problem);
  }

  /** Parquet has no struct without fields; what is nested very deeply no reader gets through. */
  private static Optional<String> unusable(DataType type, int depth) {
    if (depth > DEEPEST) {
      return Optional.of("is nested more than " + DEEPEST + " deep");
    } else if (type instanceof StructType struct) {
      return struct.isEmpty()
          ? Optional.of("has a struct without fields")
          : Arrays.stream(struct.fields())
              .flatMap(field -> unusable(field.dataType(), depth + 1).stream())
              .findFirst();
    } else if (type instanceof ArrayType array) {
      return unusable(array.elementType(), depth + 1);
    } else if (type instanceof MapType map) {
      return unusable(map.keyType(), depth + 1).or(() -> unusable(map.valueType(), depth + 1));
    }
    return Optional.empty();
  }

  /**
   * Two columns that Spark could not tell apart in the table (cases S8, S9), if there are any.
   *
   * @param added the columns that the flow adds to those of the source
   */
  Optional<String> ambiguity(List<String> added) {
    Map<String, String> seen = new HashMap<>();
    added.forEach(name -> seen.put(name.toLowerCase(Locale.ROOT), "add_columns." + name));
    for (RowColumn column : columns) {
      if (column.target().isPresent()) {
        String folded = column.target().get().toLowerCase(Locale.ROOT);
        String other = seen.put(folded, column.source());
        if (other != null) {
          return Optional.of(
              "the columns "
                  + other
                  + " and "
                  + column.source()
                  + " cannot be told apart; rename one or leave it out");
        }
      }
    }
    return Optional.empty();
  }
}
