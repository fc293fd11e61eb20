package io.lakeward.lake;

import io.lakeward.change.Position;
import io.lakeward.mapping.ScdType;
import java.util.List;

/**
 * The truncates of a table with those of a batch. Of current rows the highest says all; a history
 * needs each, since each ended what stood at its position.
 *
 * @param plan how keys are folded with them
 * @param floor the position of the highest; empty for none, and for a history
 * @param all all of a history
 * @param applied how many of the batch's are new to the table
 */
record Truncates(FoldPlan plan, byte[] floor, List<TruncateMark> all, long applied) {

  static Truncates of(LakeTable table, List<TruncateMark> batch) {
    ScdType type = table.keeping().type();
    if (type == ScdType.TYPE_1) {
      return ofCurrentRows(table.state().truncatedAt(), batch);
    }
    List<TruncateMark> before = table.state().truncates();
    List<TruncateMark> all = TruncateMark.union(before, batch);
    FoldPlan plan =
        type == ScdType.TYPE_2
            ? new FoldPlan.Versions(all, !batch.isEmpty())
            : new FoldPlan.Beliefs();
    return new Truncates(plan, new byte[0], all, all.size() - before.size());
  }

  private static Truncates ofCurrentRows(byte[] before, List<TruncateMark> batch) {
    Position highest = Position.of(before);
    for (TruncateMark mark : batch) {
      highest = mark.position().isAfter(highest) ? mark.position() : highest;
    }
    byte[] floor = highest.bytes();
    return new Truncates(new FoldPlan.Current(floor), floor, List.of(), floor == before ? 0 : 1);
  }

  /** What the table remembers after the batch. */
  TableMemory memory(Waiting waiting, Position highestSequence, long setAside) {
    return new TableMemory(floor, all, waiting, highestSequence, setAside);
  }
}
