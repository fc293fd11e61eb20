package io.lakeward.pipeline;

import io.lakeward.mapping.Authorship;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.DeclaredSchema;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Table;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Columns that the mapping names and records do not have, of which people are told once in a run
 * (case T20): their connector may not know the type, or keep the column out. A column that the
 * mapping does not name may be gone from the source, which is nobody's mistake. Not thread safe.
 */
final class AbsentColumns {

  private final Flow flow;
  private final Set<String> named = new TreeSet<>();
  private final Set<String> told = new TreeSet<>();

  /** The columns of a flow into a table. */
  AbsentColumns(Table table, Flow flow) {
    this.flow = flow;
    flow.encoding().schema().map(DeclaredSchema::columns).ifPresent(named::addAll);
    named.addAll(flow.projection().rename().keySet());
    named.addAll(table.keys());
    Stream.of(
            flow.projection().columns(),
            ignoredNulls(flow.authorship()),
            table.storedAs().tracked())
        .map(Columns::names)
        .forEach(named::addAll);
  }

  /**
   * What to tell people when no record of a batch has these columns.
   *
   * @param columns by their names in the table
   */
  Optional<String> in(Set<String> columns) {
    List<String> news =
        named.stream()
            .filter(name -> columns.contains(flow.projection().targetOf(name)))
            .filter(told::add)
            .toList();
    return news.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "records have no columns "
                + news
                + ", which the mapping names: they read null where nothing else writes them. Where"
                + " the source has them, see whether its connector supports their types and lets"
                + " them through (column.include.list, column.exclude.list); where it has not,"
                + " take them out of the mapping");
  }

  private static Columns ignoredNulls(Authorship authorship) {
    return authorship instanceof Authorship.IgnoreNulls ignored
        ? ignored.columns()
        : new Columns.All();
  }
}
