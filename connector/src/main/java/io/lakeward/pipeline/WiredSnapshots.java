package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

/**
 * A flow of snapshots with all that applying them takes.
 *
 * @param plan what the mapping says of it
 * @param target its view of its table
 */
record WiredSnapshots(SnapshotPlan plan, TargetTable target) {
  WiredSnapshots {
    requireNonNull(plan, "plan");
    requireNonNull(target, "target");
  }
}
