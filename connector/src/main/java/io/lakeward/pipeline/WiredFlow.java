package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.lake.Tables;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.Table;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * A flow with all that applying its records takes.
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

  /**
   * The flows of a table, in the order of the mapping.
   *
   * @param hadoop where the checkpoints are reached
   * @throws io.lakeward.error.LakewardException where what the mapping says of a flow cannot be
   */
  static List<WiredFlow> of(
      Mapping mapping, Table table, Formats formats, Configuration hadoop, Tables tables) {
    FlowGroup group = new FlowGroup(mapping.lake().nameOf(table));
    String directory = Checkpoint.directoryOf(mapping, table.target());
    List<WiredFlow> flows = new ArrayList<>();
    for (Flow flow : table.flows()) {
      FlowPlan plan = FlowPlan.of(mapping, table, flow, formats.of(table, flow));
      Checkpoint checkpoint = new Checkpoint(directory + "/" + flow.name(), hadoop);
      group.add(flow.name(), checkpoint, plan.format());
      TargetTable target = new TargetTable(tables, table, flow, group, checkpoint);
      flows.add(new WiredFlow(plan, target, checkpoint));
    }
    return flows;
  }
}
