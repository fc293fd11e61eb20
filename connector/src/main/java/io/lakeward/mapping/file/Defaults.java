package io.lakeward.mapping.file;

import java.util.List;
import java.util.Optional;

/** What holds for every table that does not say otherwise. */
final class Defaults {
  private Defaults() {}

  /** Of the keys in one group a table has one: its own replaces a default for any of them. */
  private static final List<List<String>> GROUPS =
      List.of(
          List.of("topic", "topics", "topic_pattern", "snapshot", "flows"),
          List.of("column_list", "except_column_list"),
          List.of("track_history_column_list", "track_history_except_column_list"),
          List.of(
              "ignore_null_updates",
              "ignore_null_updates_column_list",
              "ignore_null_updates_except_column_list",
              "columns_to_update"));

  /** Any keys of a table but its target. */
  static final Kind<Value.Fields> KIND =
      (value, reading) -> {
        if (value instanceof Value.Nothing) {
          return Optional.empty();
        }
        return Section.open(value, reading, TableSection.KEYS)
            .map(
                section -> {
                  if (section.has(TableSection.TARGET)) {
                    section.report(TableSection.TARGET, "tables cannot share a target", "");
                  }
                  return section.fields().without(List.of(TableSection.TARGET.name()));
                });
      };

  /** A table with the defaults for what it does not say itself. */
  static Value under(Value table, Value.Fields defaults) {
    if (!(table instanceof Value.Fields fields)) {
      return table;
    }
    Value.Fields rest = defaults;
    for (List<String> group : GROUPS) {
      if (group.stream().anyMatch(fields.byKey()::containsKey)) {
        rest = rest.without(group);
      }
    }
    return fields.over(SnapshotRules.inherited(fields, rest));
  }
}
