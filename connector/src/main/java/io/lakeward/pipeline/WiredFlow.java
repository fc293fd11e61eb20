package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

/**
 * A flow of changes with all that applying its records takes.
 *
 * @param plan what the mapping says of it
 * @param target its view of its table
 * @param checkpoint its own
 */
record WiredFlow(FlowPlan plan, TargetTable target, Checkpoint checkpoint) {
  WiredFlow {
    requireNonNull(plan, "plan");
    requireNonNull(target, "target");
    requireNonNull(checkpoint, "checkpoint");
  }
}
