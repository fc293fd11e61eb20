package io.lakeward.lake;

import io.lakeward.autocdc.Authors;
import io.lakeward.autocdc.Belief;
import io.lakeward.autocdc.Fold;
import io.lakeward.autocdc.Foreign;
import io.lakeward.autocdc.Kept;
import io.lakeward.autocdc.Moved;
import io.lakeward.autocdc.Outcome;
import io.lakeward.autocdc.Remembered;
import io.lakeward.autocdc.State;
import io.lakeward.autocdc.Version;
import io.lakeward.change.Position;
import io.lakeward.lake.Bookkeeping.Deletion;
import io.lakeward.lake.Bookkeeping.RowBefore;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.iceberg.Table;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction2;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * Folds the keys of one partition and writes what is new or changed. Its files are not part of the
 * table before the driver commits; a failed attempt deletes its own.
 */
final class MergeTask
    implements FlatMapFunction2<Iterator<InternalRow>, Iterator<InternalRow>, MergeReport> {

  private final MergeContext context;
  private final Broadcast<Table> table;
  private final String operationId;
  private final Handovers handovers;

  /** Whether what keys hand over was exchanged before this task. */
  enum Handovers {
    EXCHANGED,
    NOT_EXCHANGED
  }

  MergeTask(MergeContext context, Broadcast<Table> table, String operationId, Handovers handovers) {
    this.context = context;
    this.table = table;
    this.operationId = operationId;
    this.handovers = handovers;
  }

  @Override
  public Iterator<MergeReport> call(Iterator<InternalRow> changes, Iterator<InternalRow> stored)
      throws IOException {
    TaskContext task = TaskContext.get();
    if (task.partitionId() == context.partitions()) {
      return Collections.emptyIterator(); // the last partition holds reports, not changes
    }
    TableWriter main = writer(task, "main");
    TableWriter state = writer(task, "state");
    MergeReport report = new MergeReport();
    boolean finished = false;
    try {
      new Work(report, main, state).run(new KeyFolds(context, changes, stored));
      main.close();
      state.close();
      finished = !report.rowsNeeded() && !report.handoversNeeded();
    } finally {
      if (!finished) {
        main.abort();
        state.abort();
      }
    }
    if (finished) {
      report.main().add(main.written());
      report.state().add(state.written());
    }
    return List.of(report).iterator();
  }

  private TableWriter writer(TaskContext task, String branch) {
    return new TableWriter(
        table.value(), task.partitionId(), task.taskAttemptId(), operationId + "-" + branch);
  }

  /** What the task does with each folded key. */
  private final class Work {
    private final MergeReport report;
    private final TableWriter main;
    private final TableWriter state;
    private final SparkRows rows = context.rows();
    private final Fold<InternalRow> fold = context.fold().over(rows);
    private final HistoryBookkeeping history = new HistoryBookkeeping(context.leaves());

    Work(MergeReport report, TableWriter main, TableWriter state) {
      this.report = report;
      this.main = main;
      this.state = state;
    }

    void run(Iterator<KeyWork> keys) {
      try {
        while (keys.hasNext()) {
          apply(keys.next());
          if (report.handoversNeeded()) {
            return;
          }
        }
      } catch (SparkRows.RowsNeeded answer) {
        report.needRows();
      }
    }

    private void apply(KeyWork work) {
      if (handovers == Handovers.NOT_EXCHANGED && HandoverTask.hasHandovers(work)) {
        report.needHandovers();
        return;
      }
      for (KeyWork.Counted counted : work.changes()) {
        if (counted.counts()) {
          Outcome outcome = fold.outcome(counted.change(), work.stored().history(), work.folded());
          report.count(outcome);
        }
      }
      if (!context.fold().isHistory() && work.stored().rows() > 1) {
        report.countDuplicateKey();
      }
      deleteReplaced(work);
      for (Kept<InternalRow> part : work.folded().kept()) {
        if (!work.stored().history().holds(part)) {
          write(work, part);
        }
      }
    }

    private void deleteReplaced(KeyWork work) {
      List<Kept<InternalRow>> stored = work.stored().history().kept();
      for (int i = 0; i < stored.size(); i++) {
        Kept<InternalRow> part = stored.get(i);
        if (!work.folded().holds(part)) {
          MergeReport.BranchWork branch = part.isVisible() ? report.main() : report.state();
          branch.delete(work.stored().locations().get(i));
        }
      }
    }

    private void write(KeyWork work, Kept<InternalRow> part) {
      if (context.fold().isHistory()) {
        writeHistory(part);
      } else if (part instanceof State.Live<InternalRow> live) {
        main.write(tableRow(live));
      } else if (part instanceof State.Deleted<InternalRow> deleted) {
        byte[] position = deleted.position().bytes();
        state.write(rows.keyWithBookkeeping(work.keyRow(), Bookkeeping.ofTombstone(position)));
      } else if (part instanceof Moved<InternalRow> move) {
        state.write(moveRow(work, move));
      } else {
        throw new IllegalStateException("Cannot write a part of a history: " + part);
      }
    }

    private void writeHistory(Kept<InternalRow> part) {
      if (part instanceof Foreign<InternalRow> foreign) {
        main.write(rows.withoutBookkeeping(foreign.row()));
        return;
      }
      TableWriter branch = part.isVisible() ? main : state;
      branch.write(rows.withBookkeeping(rowOf(part), history.encode(part)));
    }

    private static InternalRow rowOf(Kept<InternalRow> part) {
      if (part instanceof Version<InternalRow> version) {
        return version.row();
      } else if (part instanceof Belief<InternalRow> belief) {
        return belief.row();
      } else if (part instanceof Remembered<InternalRow> remembered) {
        return remembered.change().row();
      } else if (part instanceof Moved<InternalRow> moved) {
        return moved.row();
      }
      throw new IllegalStateException("Cannot write as part of a history: " + part);
    }

    private InternalRow tableRow(State.Live<InternalRow> live) {
      if (live.authors().isRow() && live.row() instanceof UnsafeRow) {
        return live.row(); // its bookkeeping column was made for just this position
      }
      return rows.withBookkeeping(
          live.row(),
          live.authors().isRow()
              ? Bookkeeping.ofRow(live.position().bytes())
              : new Bookkeeping(live.position(), Bookkeeping.NOT_DELETED, live.authors())
                  .encode(context.leaves()));
    }

    private InternalRow moveRow(KeyWork work, Moved<InternalRow> move) {
      if (!(move.before() instanceof State.Live<InternalRow> before)) {
        return rows.keyWithBookkeeping(
            work.keyRow(), bookkeeping(move, Position.NONE, new RowBefore.Nowhere(), Authors.ROW));
      }
      RowBefore place = rowBefore(work, move, before);
      byte[] bytes = bookkeeping(move, before.position(), place, before.authors());
      return place instanceof RowBefore.Here
          ? rows.withBookkeeping(before.row(), bytes)
          : rows.keyWithBookkeeping(work.keyRow(), bytes);
    }

    private byte[] bookkeeping(
        Moved<InternalRow> move, Position before, RowBefore rowBefore, Authors authors) {
      Deletion deletion =
          new Deletion.Move(move.position().sequence().length, move.newKey(), before, rowBefore);
      return new Bookkeeping(move.position(), deletion, authors).encode(context.leaves());
    }

    /**
     * Most deletes of which nobody says that they are no move are none, so that such a delete notes
     * the snapshot which has the row, and leaves the row unread.
     */
    private RowBefore rowBefore(
        KeyWork work, Moved<InternalRow> move, State.Live<InternalRow> before) {
      if (before.row() instanceof SparkRows.InSnapshot past) {
        return new RowBefore.InSnapshot(past.snapshotId());
      }
      boolean isStored = work.stored().history().holds(before);
      return isStored && move.newKey().length == 0
          ? new RowBefore.InSnapshot(context.snapshotId())
          : new RowBefore.Here();
    }
  }

  /** Whether a move answers a request. */
  static boolean answers(Moved<InternalRow> move, KeyWork.Request request) {
    return Arrays.equals(move.newKey(), request.newKey())
        && move.position().hasSequence(request.sequence());
  }
}
