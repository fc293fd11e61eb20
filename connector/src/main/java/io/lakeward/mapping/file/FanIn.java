package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.Flow;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What several flows into one table must have in common (semantics, section 11). */
final class FanIn {
  private FanIn() {}

  /**
   * Reports what flows of a table cannot differ in.
   *
   * @param table where the flows are listed
   * @param keys the key columns, by their names in the sources
   */
  static void check(Section table, List<Flow> flows, List<String> keys) {
    Set<String> names = new HashSet<>();
    for (Flow flow : flows) {
      // A name is a directory of checkpoints, which some systems do not tell apart by case.
      if (!names.add(flow.name().toLowerCase(Locale.ROOT))) {
        table.report(
            Flows.FLOWS,
            "two flows are called " + flow.name(),
            "Give each a name of its own with the key name");
      }
    }
    List<String> tracked = table.get(StoredAsSection.TRACK).orElse(List.of());
    List<String> except = table.get(StoredAsSection.TRACK_EXCEPT).orElse(List.of());
    keys.forEach(key -> requireOneName(table, flows, "the key", key));
    tracked.forEach(column -> requireOneName(table, flows, "the tracked column", column));
    except.forEach(column -> requireOneName(table, flows, "the untracked column", column));
    tracked.stream()
        .filter(column -> flows.stream().noneMatch(flow -> takes(flow, column)))
        .forEach(
            column ->
                table.report(
                    StoredAsSection.TRACK, column + " is tracked but no flow takes it", ""));
  }

  private static void requireOneName(Section table, List<Flow> flows, String what, String column) {
    Flow first = null;
    for (Flow flow : flows.stream().filter(flow -> takes(flow, column)).toList()) {
      if (first == null) {
        first = flow;
      } else if (!target(flow, column).equals(target(first, column))) {
        table.report(
            Flows.FLOWS,
            ErrorCode.FAN_IN_MISMATCH,
            what
                + (" " + column + " is called " + target(first, column) + " by " + first.name())
                + (" and " + target(flow, column) + " by " + flow.name()),
            "Rename it to the same name in every flow");
      }
    }
  }

  private static String target(Flow flow, String column) {
    return flow.projection().targetOf(column);
  }

  private static boolean takes(Flow flow, String column) {
    Columns columns = flow.projection().columns();
    return columns.takes(column);
  }
}
