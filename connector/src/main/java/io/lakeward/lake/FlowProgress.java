package io.lakeward.lake;

import java.util.Map;
import java.util.Optional;
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
    for (Snapshot snapshot : table.snapshots()) {
      if (isOf(flow, snapshot) && isNewerThanHead(snapshot, table) && !isState(snapshot, table)) {
        // Rolled back to before the first batch.
        return Optional.empty();
      }
    }
    return noted;
  }

  /** Older ones may stand apart for a tag, after the history in between has expired. */
  private static boolean isNewerThanHead(Snapshot snapshot, Table table) {
    Snapshot head = table.currentSnapshot();
    return head == null || snapshot.sequenceNumber() > head.sequenceNumber();
  }

  private static boolean isState(Snapshot snapshot, Table table) {
    Snapshot state = table.snapshot(LakeTable.STATE_BRANCH);
    if (state == null) {
      return false;
    }
    for (Snapshot standing : SnapshotUtil.ancestorsOf(state.snapshotId(), table::snapshot)) {
      if (standing.snapshotId() == snapshot.snapshotId()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOf(String flow, Snapshot snapshot) {
    Map<String, String> summary = snapshot.summary();
    // Writers of format version 1 need not give one.
    return summary != null
        && flow.equals(summary.get(Commit.FLOW))
        && summary.containsKey(Commit.OFFSETS);
  }
}
