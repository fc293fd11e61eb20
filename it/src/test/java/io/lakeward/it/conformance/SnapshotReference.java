package io.lakeward.it.conformance;

import io.lakeward.it.conformance.RandomSnapshots.Within;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What snapshots make of a table, told as plainly as can be, in the words of the semantics. */
final class SnapshotReference {

  /**
   * A row of a history.
   *
   * @param row its values, those of its last snapshot
   * @param start the version of its first
   * @param end the version that ended it; empty while it stands
   */
  record Stay(Map<String, Object> row, long start, Optional<Long> end) {
    Stay endedAt(long version) {
      return new Stay(row, start, Optional.of(version));
    }
  }

  private final List<String> tracked;
  private final Within within;
  private final Map<Object, Stay> open = new LinkedHashMap<>();
  private final List<Stay> ended = new ArrayList<>();

  private SnapshotReference(List<String> tracked, Within within) {
    this.tracked = tracked;
    this.within = within;
  }

  static SnapshotReference of(RandomSnapshots snapshots, List<String> tracked, Within within) {
    SnapshotReference reference = new SnapshotReference(tracked, within);
    snapshots.snapshots().forEach(reference::apply);
    return reference;
  }

  /** The rows that stand. */
  List<Map<String, Object>> open() {
    return open.values().stream().map(Stay::row).toList();
  }

  /** All rows of the history. */
  List<Stay> stays() {
    List<Stay> stays = new ArrayList<>(ended);
    stays.addAll(open.values());
    return stays;
  }

  private void apply(long version, List<Map<String, Object>> rows) {
    Map<Object, Map<String, Object>> exported = new HashMap<>();
    rows.forEach(row -> exported.put(row.get(RandomSnapshots.KEY), row));
    for (Object key : List.copyOf(open.keySet())) {
      if (!exported.containsKey(key) && within.covers(open.get(key).row())) {
        ended.add(open.remove(key).endedAt(version));
      }
    }
    exported.forEach((key, row) -> apply(version, key, row));
  }

  private void apply(long version, Object key, Map<String, Object> row) {
    Stay stay = open.get(key);
    if (stay != null && isSame(stay.row(), row)) {
      open.put(key, new Stay(row, stay.start(), Optional.empty()));
      return;
    } else if (stay != null) {
      ended.add(stay.endedAt(version));
    }
    open.put(key, new Stay(row, version, Optional.empty()));
  }

  private boolean isSame(Map<String, Object> one, Map<String, Object> other) {
    return tracked.stream().allMatch(column -> Objects.equals(one.get(column), other.get(column)));
  }
}
