package io.lakeward.it.postgres;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The reference: what a type 1 table must hold after a set of changes, in whatever order they were
 * delivered. The changes are applied one by one in the order of the log, with nothing clever.
 */
public final class Replica {

  private final Map<Map<String, Object>, Map<String, Object>> rows = new LinkedHashMap<>();

  /** What a moved row had under its old key, by place of the move and new key. */
  private final Map<Arrival, Map<String, Object>> moving = new HashMap<>();

  private record Arrival(LogPosition place, Map<String, Object> key) {}

  private Replica() {}

  /** The rows after these changes, of one table. */
  public static List<Map<String, Object>> of(Collection<RowChange> changes) {
    if (changes.isEmpty()) {
      return List.of();
    }
    List<RowChange> ordered = new ArrayList<>(changes);
    // At one place of the log there is at most a move: the row leaves before it arrives.
    ordered.sort(
        Comparator.comparing(RowChange::position)
            .thenComparing(change -> change.kind() == RowChange.Kind.MOVE_IN));
    Replica replica = new Replica();
    ordered.stream().distinct().forEach(replica::apply);
    return replica.complete(ordered.get(ordered.size() - 1).schema());
  }

  private void apply(RowChange change) {
    switch (change.kind()) {
      case READ, CREATE -> rows.put(change.key(), authored(Map.of(), change.values()));
      case UPDATE ->
          rows.put(
              change.key(), authored(rows.getOrDefault(change.key(), Map.of()), change.values()));
      case DELETE -> rows.remove(change.key());
      case TRUNCATE -> rows.clear();
      case MOVE_OUT -> {
        Map<String, Object> row = rows.remove(change.key());
        moving.put(new Arrival(change.position(), change.otherKey()), row == null ? Map.of() : row);
      }
      case MOVE_IN ->
          rows.put(
              change.key(),
              authored(
                  moving.getOrDefault(new Arrival(change.position(), change.key()), Map.of()),
                  change.values()));
    }
  }

  /** The values sent, and for those not sent what was there before; null where nothing was. */
  private static Map<String, Object> authored(
      Map<String, Object> before, Map<String, Object> values) {
    Map<String, Object> row = new LinkedHashMap<>(values);
    row.replaceAll((column, value) -> value == Unavailable.VALUE ? before.get(column) : value);
    return row;
  }

  /** Rows that were last written before a column was added have its default. */
  private List<Map<String, Object>> complete(Schema schema) {
    List<Map<String, Object>> complete = new ArrayList<>();
    for (Map<String, Object> row : rows.values()) {
      for (Column column : schema.columns()) {
        if (!row.containsKey(column.name())) {
          row.put(column.name(), column.defaultValue());
        }
      }
      complete.add(row);
    }
    return complete;
  }
}
