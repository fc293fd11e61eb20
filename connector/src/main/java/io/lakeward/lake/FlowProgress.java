package io.lakeward.lake;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * How far a flow is applied, by a table's properties and its history together.
 *
 * <p>The property outlives snapshots that have expired. But who rolls a table back moves its branch
 * and leaves the properties: then the property speaks of a batch that is no longer in the table,
 * and the latest batch in the history counts.
 */
final class FlowProgress {
  private FlowProgress() {}

  /**
   * The progress of a flow.
   *
   * @param noted what the property says
   */
  static Optional<String> of(Table table, String flow, Optional<String> noted) {
    if (table.currentSnapshot() != null) {
      for (Snapshot snapshot : SnapshotUtil.currentAncestors(table)) {
        if (isOf(flow, snapshot)) {
          return Optional.of(snapshot.summary().get(Commit.OFFSETS));
        }
      }
    }
    Set<Long> standing = new HashSet<>();
    Snapshot state = table.snapshot(LakeTable.STATE_BRANCH);
    if (state != null) {
      SnapshotUtil.ancestorsOf(state.snapshotId(), table::snapshot)
          .forEach(snapshot -> standing.add(snapshot.snapshotId()));
    }
    for (Snapshot snapshot : table.snapshots()) {
      if (isOf(flow, snapshot) && !standing.contains(snapshot.snapshotId())) {
        // Rolled back to before the first batch.
        return Optional.empty();
      }
    }
    return noted;
  }

  private static boolean isOf(String flow, Snapshot snapshot) {
    Map<String, String> summary = snapshot.summary();
    return flow.equals(summary.get(Commit.FLOW)) && summary.containsKey(Commit.OFFSETS);
  }
}
