package io.lakeward.lake;

import io.lakeward.change.Position;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.MergeInput.KeyBounds;
import io.lakeward.mapping.Retention;
import io.lakeward.source.Layout;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;

/**
 * Merges one batch of changes into its table: probe, fold, write, one commit; again from the probe
 * where somebody else committed in between. Used by one flow at a time.
 */
public final class Merge {

  private static final int MOST_ATTEMPTS = 12;
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final SparkSession session;
  private final LakeTable table;
  private final BatchIdentity identity;
  private final Retention tombstoneRetention;

  /** A merge of the batch of this identity into this table, which forgets deletes in time. */
  public Merge(
      SparkSession session, LakeTable table, BatchIdentity identity, Retention tombstoneRetention) {
    this.session = session;
    this.table = table;
    this.identity = identity;
    this.tombstoneRetention = tombstoneRetention;
  }

  /**
   * Merges a batch.
   *
   * @param waiting the upserts that wait for their old key after it
   * @param setAside how many more records of the table stand aside after it than before
   * @throws LakewardException COMMIT_CONFLICT where others committed first in every attempt;
   *     WRITER_FENCED where another writer took the table over
   */
  public Merged apply(MergeInput input, Waiting waiting, long setAside) {
    RuntimeException lastReason = new IllegalStateException("no attempt");
    Optional<String> progress = table.progress();
    for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      if (!table.layout().structType().equals(input.layout().structType())) {
        return new Merged.Outdated();
      }
      Attempt merge = new Attempt(input);
      Instant start = Instant.now();
      MergeReport report;
      try {
        report = merge.writeFiles();
      } finally {
        merge.close();
      }
      requireEveryOutcome(input, report, merge);
      Instant written = Instant.now();
      long standing = Math.max(0, table.state().setAside() + setAside);
      Commit commit = new Commit(table, identity, merge.probe(), retention(standing));
      TableMemory memory = merge.truncates().memory(waiting, highest(input), standing);
      Commit.Result result = CommitThread.run(() -> commit.commit(report, memory));
      if (result instanceof Commit.Result.Held held) {
        return new Merged.Committed(
            report.outcomes(),
            merge.truncates().applied(),
            written(held.snapshotId(), report),
            attempt,
            Duration.between(start, written),
            Duration.between(written, Instant.now()));
      }
      lastReason = ((Commit.Result.Lost) result).reason();
      pause(attempt);
      table.refresh();
      requireSameProgress(progress);
      boolean isCompared = input.basis() == MergeInput.Basis.COMPARISON;
      if (isCompared || !waiting.isEmpty() || !table.waiting().isEmpty()) {
        // Whoever was first may have changed what was compared, or brought the other half of a key
        // change.
        return new Merged.Outdated();
      }
    }
    throw LakewardException.of(ErrorCode.COMMIT_CONFLICT)
        .fact("table", table.name())
        .fact("attempts", MOST_ATTEMPTS)
        .fact("reason", lastReason.getMessage())
        .advice("look who else commits to the table all the time; nothing of the batch was applied")
        .cause(lastReason)
        .build();
  }

  /** Also of the batches before, whatever became of their rows since. */
  private Position highest(MergeInput input) {
    return Position.later(table.state().highestSequence(), input.highestSequence());
  }

  /**
   * A history is read off all its changes, so those that readers do not see are kept as well. And
   * what was set aside may come later, older than deletes that would be forgotten by then.
   */
  private Retention retention(long setAside) {
    return table.keeping().isHistory() || setAside > 0 ? Retention.FOREVER : tombstoneRetention;
  }

  /** Every change ends in exactly one counted outcome (semantics, section 13), or nothing lands. */
  private void requireEveryOutcome(MergeInput input, MergeReport report, Attempt merge) {
    long counted = report.outcomes().values().stream().mapToLong(Long::longValue).sum();
    if (counted != input.changeCount()) {
      merge.discard(report);
      throw LakewardException.of(ErrorCode.INVARIANT_BROKEN)
          .fact("table", table.name())
          .fact("batch", identity.batchId())
          .fact("changes", input.changeCount())
          .fact("outcomes", report.outcomes())
          .advice("report this: a change has no outcome, or more than one; nothing was committed")
          .build();
    }
  }

  /**
   * Only the flow itself moves it on; who rolls the table back meanwhile moves it back. Records
   * that came aside of the flow's source need no progress.
   */
  private void requireSameProgress(Optional<String> before) {
    if (identity.progress().isPresent() && !table.progress().equals(before)) {
      throw LakewardException.of(ErrorCode.OFFSETS_AHEAD)
          .fact("table", table.name())
          .fact("start", before.orElse("none"))
          .fact("applied", table.progress().orElse("none"))
          .advice("somebody moved the table back during the batch: delete the flow's checkpoint")
          .build();
    }
  }

  private static Merged.Written written(long snapshotId, MergeReport report) {
    return new Merged.Written(
        snapshotId,
        report.main().added().size(),
        report.main().added().stream().mapToLong(DataFile::recordCount).sum(),
        report.main().deletedRows(),
        report.duplicateKeys());
  }

  private static void pause(int attempt) {
    long longest = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << attempt);
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(longest / 2, longest));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Cannot retry a commit after an interrupt", e);
    }
  }

  /** One pass over probe, fold and write, on the snapshot the table is pinned to. */
  private final class Attempt {
    private final MergeInput input;
    private Probe probe;
    private Broadcast<byte[]> keys;
    private final Truncates truncates;
    private final String operationId = UUID.randomUUID().toString();

    Attempt(MergeInput input) {
      this.input = input;
      this.truncates = Truncates.of(table, input.truncates());
      this.keys = context().broadcast(everyRow() ? new byte[0] : input.keys().toBytes());
      this.probe = new Probe(session, table, everyRow() ? KeyRange.ALL : range(), keys);
    }

    private boolean everyRow() {
      return !input.truncates().isEmpty();
    }

    Probe probe() {
      return probe;
    }

    /** Frees what the attempt broadcast. */
    void close() {
      keys.destroy();
    }

    Truncates truncates() {
      return truncates;
    }

    /** Reads as little as the fold can do with: keys, then rows, then rows of other keys too. */
    MergeReport writeFiles() {
      if (input.changeCount() == 0 && !everyRow()) {
        return new MergeReport(); // nothing but how far the flow is
      }
      Broadcast<Table> broadcast =
          context().broadcast(SerializableTableWithSize.copyOf(table.iceberg()));
      try {
        MergeReport report = new MergeReport();
        report.needRows();
        if (!input.hasKeyChanges() && !input.hasPartialRows() && !truncates.plan().isHistory()) {
          report = writeWith(mergeContext(Layout.NONE), broadcast);
        }
        if (report.rowsNeeded() && !input.hasKeyChanges()) {
          discard(report);
          report = writeWith(mergeContext(table.layout()), broadcast);
        }
        if (report.rowsNeeded() || report.handoversNeeded()) {
          discard(report);
          report = writeAfterHandovers(mergeContext(table.layout()), broadcast);
        }
        return report;
      } finally {
        broadcast.destroy();
      }
    }

    /** Deletes what the finished tasks of a pass wrote that has to be done again. */
    void discard(MergeReport report) {
      report.main().added().forEach(file -> table.iceberg().io().deleteFile(file.location()));
      report.state().added().forEach(file -> table.iceberg().io().deleteFile(file.location()));
    }

    private MergeReport writeWith(MergeContext context, Broadcast<Table> broadcast) {
      JavaRDD<InternalRow> stored = probe.rows(context.storedRows(), context.partitions());
      MergeTask task =
          new MergeTask(context, broadcast, operationId, MergeTask.Handovers.NOT_EXCHANGED);
      return run(context, stored, task);
    }

    /**
     * A key may hand over to one that is not in the batch, or hand over what only an older snapshot
     * has: then more is probed, and all is exchanged again.
     */
    private MergeReport writeAfterHandovers(MergeContext context, Broadcast<Table> broadcast) {
      KeyFilter wanted = KeyFilter.of(input.keys().toBytes());
      Map<Long, KeyBounds> past = new TreeMap<>();
      while (true) {
        probeEverywhere(wanted);
        try (HandoverRounds rounds = new HandoverRounds(context, input.changes())) {
          JavaRDD<InternalRow> found =
              probe
                  .rows(context.storedRows(), context.partitions())
                  .union(probe.pastRows(past, context.storedRows(), context.partitions()));
          JavaRDD<InternalRow> stored =
              rounds.exchange(found, rows -> partitioned(context, rows), table.name());
          if (!rounds.pastNeeded().isEmpty()) {
            rounds.pastNeeded().forEach((snapshot, keys) -> requireReadable(snapshot, keys, past));
            rounds.pastNeeded().forEach((id, keys) -> past.merge(id, keys, KeyBounds::plus));
            continue;
          }
          KeyFilter widened = rounds.widened(wanted);
          if (!everyRow() && !widened.isSame(wanted)) {
            wanted = widened;
            continue;
          }
          MergeTask task =
              new MergeTask(context, broadcast, operationId, MergeTask.Handovers.EXCHANGED);
          return run(context, stored, task);
        }
      }
    }

    /** A snapshot that rows are needed of is there, and has not been read for them already. */
    private void requireReadable(long snapshot, KeyBounds keys, Map<Long, KeyBounds> read) {
      if (table.iceberg().snapshot(snapshot) == null) {
        throw LakewardException.of(ErrorCode.KEY_CHANGES_UNLINKED)
            .fact("table", table.name())
            .fact("snapshot", snapshot)
            .fact("reason", "only this snapshot had the row before the change, and it has expired")
            .advice(
                "build the table anew from its source: "
                    + RefreshAdvice.command(table.name())
                    + "; then keep snapshots longer than the two halves of a key change may lie"
                    + " apart, and let Debezium's record headers through to Kafka")
            .build();
      }
      if (read.containsKey(snapshot) && read.get(snapshot).contains(keys)) {
        throw LakewardException.of(ErrorCode.INVARIANT_BROKEN)
            .fact("table", table.name())
            .fact("snapshot", snapshot)
            .advice("report this: a snapshot lacks a row that was deleted from it")
            .build();
      }
    }

    /** The range of the batch's keys says nothing of the keys that others hand over to. */
    private void probeEverywhere(KeyFilter wanted) {
      keys.destroy();
      keys = context().broadcast(everyRow() ? new byte[0] : wanted.toBytes());
      probe = new Probe(session, table, KeyRange.ALL, keys);
    }

    private MergeReport run(MergeContext context, JavaRDD<InternalRow> stored, MergeTask task) {
      return input.changes().zipPartitions(partitioned(context, stored), task).collect().stream()
          .reduce(new MergeReport(), MergeReport::addAll);
    }

    private JavaRDD<InternalRow> partitioned(MergeContext context, JavaRDD<InternalRow> rows) {
      return SparkPlans.partitioned(
          session,
          rows.rdd(),
          context.storedRows().schema(),
          context.partitions() + 1,
          functions.col(ChangeRows.KEY_COLUMN));
    }

    private MergeContext mergeContext(Layout stored) {
      return new MergeContext(
          new ChangeRows(input.layout()),
          new StoredRows(stored),
          table.leaves(),
          truncates.plan(),
          table.keeping().tracked(),
          input.partitions(),
          table.head().map(Snapshot::snapshotId).orElse(0L));
    }

    private KeyRange range() {
      return input
          .keyBounds()
          .map(bounds -> KeyRange.of(table.layout(), bounds))
          .orElse(KeyRange.ALL);
    }

    private JavaSparkContext context() {
      return JavaSparkContext.fromSparkContext(session.sparkContext());
    }
  }
}
