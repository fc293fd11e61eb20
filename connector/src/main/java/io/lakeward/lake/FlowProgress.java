package io.lakeward.lake;

import java.util.Map;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * How far the flows of a table are applied, by its properties and its history together.
 *
 * <p>The properties outlive snapshots that have expired. But who rolls a table back moves its
 * branch and leaves the properties: then they speak of batches that are no longer in the table, and
 * the latest batch in the history counts. Each batch says how far all flows were with it.
 */
final class FlowProgress {
  private FlowProgress() {}

  /**
   * The progress of each flow that has any.
   *
   * @param noted what the properties say
   */
  static Map<String, String> of(Table table, Map<String, String> noted) {
    if (table.currentSnapshot() != null) {
      for (Snapshot snapshot : SnapshotUtil.currentAncestors(table)) {
        if (isOurs(snapshot)) {
          return TableState.progress(snapshot.summary());
        }
      }
    }
    for (Snapshot snapshot : table.snapshots()) {
      if (isOurs(snapshot) && isNewerThanHead(snapshot, table) && !isState(snapshot, table)) {
        // Rolled back to before the first batch.
        return Map.of();
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

  private static boolean isOurs(Snapshot snapshot) {
    Map<String, String> summary = snapshot.summary();
    // Writers of format version 1 need not give one.
    return summary != null && summary.containsKey(Commit.COMMIT_UUID);
  }
}
