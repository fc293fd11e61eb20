package io.lakeward.source.debezium;

import io.lakeward.source.RecordShape;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The columns of the source's row, in the order in which records write them. */
record RowSchema(List<RowColumn> columns) {

  RowSchema {
    columns = List.copyOf(columns);
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

  Optional<RowColumn> bySource(String name) {
    return columns.stream().filter(column -> column.source().equals(name)).findFirst();
  }

  /** Two columns that Spark could not tell apart in the table (cases S8, S9), if there are any. */
  Optional<String> ambiguity() {
    Map<String, RowColumn> seen = new HashMap<>();
    for (RowColumn column : columns) {
      if (column.target().isPresent()) {
        String folded = column.target().get().toLowerCase(Locale.ROOT);
        RowColumn other = seen.put(folded, column);
        if (other != null) {
          return Optional.of(
              "the columns "
                  + other.source()
                  + " and "
                  + column.source()
                  + " cannot be told apart; rename one or leave it out");
        }
      }
    }
    return Optional.empty();
  }
}
