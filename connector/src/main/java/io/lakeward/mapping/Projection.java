package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which columns of the source land in the table, and under which names.
 *
 * @param columns the columns that are taken
 * @param rename names in the table by names in the source, for those that differ
 * @param add further columns and what they hold
 */
public record Projection(Columns columns, Map<String, String> rename, Map<String, Expression> add) {

  /** Every column under its own name, and no other. */
  public static final Projection ALL = new Projection(new Columns.All(), Map.of(), Map.of());

  public Projection {
    requireNonNull(columns, "columns");
    rename = Checks.inOrder(rename);
    add = Checks.inOrder(add);
    List<String> named = new ArrayList<>(rename.values());
    named.addAll(add.keySet());
    Checks.distinct(named, "named columns");
  }

  /** The name in the table of a column of the source. */
  public String targetOf(String column) {
    return rename.getOrDefault(column, column);
  }
}
