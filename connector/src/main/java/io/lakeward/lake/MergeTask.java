package io.lakeward.lake;

import io.lakeward.autocdc.Authors;
import io.lakeward.autocdc.KeyHistory;
import io.lakeward.autocdc.Moved;
import io.lakeward.autocdc.Outcome;
import io.lakeward.autocdc.State;
import io.lakeward.autocdc.Type1Fold;
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
    private final SparkRows rows = new SparkRows(context.changeRows().layout());
    private final Type1Fold<InternalRow> fold = new Type1Fold<>(rows);

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
      if (work.stored().rows().size() > 1) {
        report.countDuplicateKey();
      }
      writeRow(work);
      writeTombstone(work);
      writeMoves(work);
    }

    private void writeRow(KeyWork work) {
      State<InternalRow> before = work.stored().history().state();
      State<InternalRow> after = work.folded().state();
      List<StoredKey.Location> old = work.stored().rows();
      if (after == before && old.size() == (after instanceof State.Live ? 1 : 0)) {
        return;
      }
      old.forEach(report.main()::delete);
      if (after instanceof State.Live<InternalRow> live) {
        main.write(tableRow(live));
      }
    }

    private void writeTombstone(KeyWork work) {
      State<InternalRow> before = work.stored().history().state();
      State<InternalRow> after = work.folded().state();
      List<StoredKey.Location> old = work.stored().tombstones();
      boolean needed =
          after instanceof State.Deleted<InternalRow> deleted
              && deleted.position().isAfter(Position.of(context.floor()));
      if (needed && after == before && old.size() == 1) {
        return;
      }
      old.forEach(report.state()::delete);
      if (needed) {
        byte[] position = ((State.Deleted<InternalRow>) after).position().bytes();
        state.write(
            rows.keyWithBookkeeping(
                work.keyRow(), Bookkeeping.ofTombstone(position, context.appliedAtSeconds())));
      }
    }

    private void writeMoves(KeyWork work) {
      KeyHistory<InternalRow> before = work.stored().history();
      for (int i = 0; i < before.moved().size(); i++) {
        if (!containsSame(work.folded().moved(), before.moved().get(i))) {
          report.state().delete(work.stored().moves().get(i));
        }
      }
      for (Moved<InternalRow> move : work.folded().moved()) {
        if (!containsSame(before.moved(), move)) {
          state.write(moveRow(work, move));
        }
      }
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
                  .encode(context.fieldIds()));
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
          new Deletion.Move(
              context.appliedAtSeconds(), move.sequence().length, move.newKey(), before, rowBefore);
      return new Bookkeeping(move.position(), deletion, authors).encode(context.fieldIds());
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
      boolean isStored = before == work.stored().history().state();
      return isStored && move.newKey().length == 0
          ? new RowBefore.InSnapshot(context.snapshotId())
          : new RowBefore.Here();
    }
  }

  /** Whether this very object is in the list; the fold keeps what it did not change. */
  static boolean containsSame(List<Moved<InternalRow>> moves, Moved<InternalRow> move) {
    for (Moved<InternalRow> other : moves) {
      if (other == move) {
        return true;
      }
    }
    return false;
  }

  /** Whether a move answers a request. */
  static boolean answers(Moved<InternalRow> move, KeyWork.Request request) {
    return Arrays.equals(move.newKey(), request.newKey())
        && Arrays.equals(move.sequence(), request.sequence());
  }
}
