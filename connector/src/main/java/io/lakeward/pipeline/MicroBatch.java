package io.lakeward.pipeline;

import io.lakeward.autocdc.Outcome;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.BatchIdentity;
import io.lakeward.lake.LakeTable;
import io.lakeward.lake.Merge;
import io.lakeward.lake.Merged;
import io.lakeward.lake.Merged.Written;
import io.lakeward.lake.TruncateMark;
import io.lakeward.mapping.Retention;
import io.lakeward.observe.BatchReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** One micro-batch of one flow, from its records to the commit. */
final class MicroBatch {

  /** Each pass decodes the batch again; a batch of many schema versions needs few. */
  private static final int MOST_PASSES = 20;

  private final TargetTable target;
  private final FlowPlan plan;
  private final Dataset<Row> records;
  private final long batchId;
  private final String queryId;
  private final Instant start = Instant.now();

  MicroBatch(
      TargetTable target, FlowPlan plan, Dataset<Row> records, long batchId, String queryId) {
    this.target = target;
    this.plan = plan;
    this.records = records;
    this.batchId = batchId;
    this.queryId = queryId;
  }

  /**
   * Applies the batch.
   *
   * @param arrival how its records came
   * @return what became of its records
   * @throws LakewardException where a record cannot be applied or the table not be written; nothing
   *     of the batch is in the table then
   */
  BatchReport apply(Arrival arrival) {
    SparkSession session = records.sparkSession();
    // Adaptive execution would split a batch into more jobs than it has work.
    session.conf().set("spark.sql.adaptive.enabled", "false");
    Optional<LakeTable> table = target.refreshed();
    UnlinkedKeyChanges keyChanges = keyChanges(table);
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      Decoding decoding = decode(session, table, keyChanges.links(), arrival);
      arrival.requireMayReject(decoding.report());
      requireEveryRecord(decoding.report());
      if (!decoding.report().unfit().isEmpty()) {
        boolean isNew = table.isEmpty();
        target.fit(decoding.report().unfit());
        if (isNew) {
          plan.requireEveryTruncate(target);
        }
        table = target.refreshed();
        keyChanges = keyChanges(table);
      } else if (table.isEmpty()) {
        decoding.report().truncates().stream()
            .map(TruncateMark::position)
            .max(Comparator.naturalOrder())
            .ifPresent(latest -> target.rememberTruncate(latest.bytes()));
        arrival.setAside(session, table, target.layout(), decoding.report());
        return nothingToMerge(decoding.report());
      } else if (!keyChanges.findsMore(decoding.report(), session)) {
        Merged merged = merge(session, table.get(), decoding, keyChanges, arrival);
        if (merged instanceof Merged.Committed committed) {
          target.note(decoding.report().findings());
          return report(decoding.report(), committed);
        }
        table = target.refreshed();
        keyChanges = keyChanges(table);
      }
    }
    throw LakewardException.of(ErrorCode.COMMIT_CONFLICT)
        .fact("table", plan.table())
        .fact("passes", MOST_PASSES)
        .advice("look who else alters the columns of the table all the time")
        .build();
  }

  private UnlinkedKeyChanges keyChanges(Optional<LakeTable> table) {
    return new UnlinkedKeyChanges(plan.table(), table, retention(table), start);
  }

  /** The delete that an upsert waits for may be among the records that stand aside. */
  private Retention retention(Optional<LakeTable> table) {
    return table.filter(there -> there.setAside() > 0).isPresent()
        ? Retention.FOREVER
        : plan.tombstoneRetention();
  }

  private Decoding decode(
      SparkSession session, Optional<LakeTable> table, KeyChangeLinks links, Arrival arrival) {
    return Decoding.of(
        session,
        records,
        plan.format(),
        target.layout(),
        plan.order(),
        arrival.mostRecords(),
        links,
        plan.onTruncate(),
        arrival.applied(table));
  }

  private Merged merge(
      SparkSession session,
      LakeTable table,
      Decoding decoding,
      UnlinkedKeyChanges keyChanges,
      Arrival arrival) {
    long setAside =
        arrival.setAside(session, Optional.of(table), decoding.input().layout(), decoding.report());
    BatchIdentity identity =
        new BatchIdentity(plan.pipeline(), plan.flow(), queryId, batchId, arrival.reached(table));
    return new Merge(session, table, identity, plan.tombstoneRetention())
        .apply(decoding.input(), keyChanges.waitingAfter(decoding.report(), start), setAside);
  }

  /** Only records without changes came, for a table that nothing has asked for yet. */
  private BatchReport nothingToMerge(DecodeReport report) {
    return new BatchReport(
        plan.table(),
        plan.shownFlow(),
        batchId,
        Optional.empty(),
        report.records(),
        0,
        report.changes() + report.truncates().size(),
        0,
        report.skipped(),
        report.rejected(),
        0,
        BatchReport.Work.NONE,
        Duration.between(start, Instant.now()));
  }

  private BatchReport report(DecodeReport decoded, Merged.Committed committed) {
    Map<Outcome, Long> outcomes = committed.outcomes();
    Written written = committed.written();
    return new BatchReport(
        plan.table(),
        plan.shownFlow(),
        batchId,
        Optional.empty(),
        decoded.records(),
        outcomes.getOrDefault(Outcome.APPLIED, 0L) + committed.truncatesApplied(),
        outcomes.getOrDefault(Outcome.UNCHANGED, 0L),
        outcomes.getOrDefault(Outcome.SUPERSEDED, 0L)
            + decoded.truncates().size()
            - committed.truncatesApplied(),
        decoded.skipped(),
        decoded.rejected(),
        UnlinkedKeyChanges.unlinked(decoded).size(),
        new BatchReport.Work(
            written.rowsWritten(), written.rowsDeleted(), written.files(), committed.attempts()),
        Duration.between(start, Instant.now()));
  }

  /** Nothing lands where a record is not accounted for (semantics, section 13). */
  private void requireEveryRecord(DecodeReport report) {
    long counted =
        report.changes()
            + report.truncates().size()
            + report.rejectedRecords()
            + report.skipped().values().stream().mapToLong(Long::longValue).sum();
    if (report.unfit().isEmpty() && counted != report.records()) {
      throw LakewardException.of(ErrorCode.INVARIANT_BROKEN)
          .fact("table", plan.table())
          .fact("batch", batchId)
          .fact("records", report.records())
          .fact("counted", counted)
          .advice("report this: a record has no outcome; nothing was committed")
          .build();
    }
  }
}
