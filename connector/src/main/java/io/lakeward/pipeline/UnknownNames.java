package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.mapping.Columns;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Table;
import io.lakeward.source.RecordShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Names in a flow's lists of columns that its first records do not have. It may be that the source
 * gets such columns later, or had them before; more often a name is misspelled, and a column that
 * was to be kept out is in the table. So people are told, and the flow goes on. Where the columns
 * are declared, the mapping is refused instead, at start.
 *
 * @param table what the mapping says of the table
 * @param flow what it says of the flow
 */
record UnknownNames(Table table, Flow flow) {

  UnknownNames {
    requireNonNull(table, "table");
    requireNonNull(flow, "flow");
  }

  /** What to tell people when these records are the first of a table. */
  List<String> in(List<RecordShape> shapes) {
    if (flow.encoding().schema().isPresent()) {
      return List.of();
    }
    Set<String> taken = new HashSet<>(flow.projection().add().keySet());
    Set<String> leftOut = new HashSet<>();
    for (RecordShape shape : shapes) {
      shape.columns().forEach(column -> taken.add(column.name()));
      leftOut.addAll(shape.leftOut());
    }
    Predicate<String> isTaken = name -> taken.contains(flow.projection().targetOf(name));
    List<String> remarks = new ArrayList<>();
    Columns columns = flow.projection().columns();
    if (columns instanceof Columns.Only only) {
      add("column_list", only.names(), isTaken, remarks);
    } else if (columns instanceof Columns.Except except) {
      add("except_column_list", except.names(), leftOut::contains, remarks);
    }
    add("rename", List.copyOf(flow.projection().rename().keySet()), isTaken, remarks);
    if (table.flows().size() == 1) {
      addTracked(isTaken, remarks);
    }
    return remarks;
  }

  private void addTracked(Predicate<String> isTaken, List<String> remarks) {
    Columns tracked = table.storedAs().tracked();
    if (tracked instanceof Columns.Only only) {
      add("track_history_column_list", only.names(), isTaken, remarks);
    } else if (tracked instanceof Columns.Except except) {
      add("track_history_except_column_list", except.names(), isTaken, remarks);
    }
  }

  private static void add(
      String key, List<String> names, Predicate<String> isThere, List<String> remarks) {
    List<String> missing = names.stream().filter(isThere.negate()).sorted().toList();
    if (!missing.isEmpty()) {
      remarks.add("the first records have no columns " + missing + ", which " + key + " names");
    }
  }
}
