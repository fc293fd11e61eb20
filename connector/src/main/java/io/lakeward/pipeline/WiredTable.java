package io.lakeward.pipeline;

import io.lakeward.lake.Tables;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.Table;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The flows of a table, in the order of the mapping.
 *
 * @param changes those that read records
 * @param snapshots those that read full snapshots
 */
record WiredTable(List<WiredFlow> changes, List<WiredSnapshots> snapshots) {
  WiredTable {
    changes = List.copyOf(changes);
    snapshots = List.copyOf(snapshots);
  }

  /**
   * Wires a table.
   *
   * @param hadoop where the checkpoints are reached
   * @throws io.lakeward.error.LakewardException where what the mapping says of a flow cannot be
   */
  static WiredTable of(
      Mapping mapping, Table table, Formats formats, Configuration hadoop, Tables tables) {
    FlowGroup group = new FlowGroup(mapping.lake().nameOf(table));
    String directory = Checkpoint.directoryOf(mapping, table.target());
    List<WiredFlow> changes = new ArrayList<>();
    List<WiredSnapshots> snapshots = new ArrayList<>();
    for (Flow flow : table.flows()) {
      Checkpoint checkpoint = new Checkpoint(directory + "/" + flow.name(), hadoop);
      TargetTable target = new TargetTable(tables, table, flow, group, checkpoint);
      if (flow.input() instanceof Input.Snapshots input) {
        SnapshotPlan plan = formats.snapshots(mapping, table, flow, input);
        group.add(plan.added().loadTimes());
        snapshots.add(new WiredSnapshots(plan, target));
      } else {
        FlowPlan plan = FlowPlan.of(mapping, table, flow, formats.of(table, flow));
        group.add(flow.name(), checkpoint, plan.format());
        changes.add(new WiredFlow(plan, target, checkpoint));
      }
    }
    return new WiredTable(changes, snapshots);
  }
}
