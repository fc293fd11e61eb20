package io.lakeward.pipeline;

import io.lakeward.autocdc.Outcome;
import io.lakeward.change.RejectReason;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.BatchIdentity;
import io.lakeward.lake.DeadLetters;
import io.lakeward.lake.LakeTable;
import io.lakeward.lake.Merge;
import io.lakeward.lake.Merged;
import io.lakeward.lake.Merged.Written;
import io.lakeward.lake.Replacement;
import io.lakeward.lake.SparkPlans;
import io.lakeward.lake.TruncateMark;
import io.lakeward.mapping.OnError;
import io.lakeward.observe.BatchReport;
import io.lakeward.source.Layout;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
   * @param begin where the batch begins; empty for the first of a checkpoint
   * @param end where the batch ends, as its source wrote it
   * @return what became of its records
   * @throws LakewardException where a record cannot be applied or the table not be written; nothing
   *     of the batch is in the table then
   */
  BatchReport apply(Optional<String> begin, String end) {
    SparkSession session = records.sparkSession();
    // Adaptive execution would split a batch into more jobs than it has work.
    session.conf().set("spark.sql.adaptive.enabled", "false");
    Optional<LakeTable> table = target.refreshed();
    UnlinkedKeyChanges keyChanges = keyChanges(table);
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      Decoding decoding = decode(session, table, keyChanges.links(), begin, end);
      requireNoneRejected(decoding.report());
      requireEveryRecord(decoding.report());
      if (!decoding.report().unfit().isEmpty()) {
        target.fit(decoding.report().unfit());
        table = target.refreshed();
        keyChanges = keyChanges(table);
      } else if (table.isEmpty()) {
        decoding.report().truncates().stream()
            .map(TruncateMark::position)
            .max(Comparator.naturalOrder())
            .ifPresent(latest -> target.rememberTruncate(latest.bytes()));
        setAside(session, table, decoding.report());
        return nothingToMerge(decoding.report());
      } else if (!keyChanges.findsMore(decoding.report(), session)) {
        setAside(session, table, decoding.report());
        Merged merged = merge(session, table.get(), decoding, keyChanges, end);
        if (merged instanceof Merged.Committed committed) {
          return report(decoding.report(), committed);
        }
        table = target.refreshed();
      }
    }
    throw LakewardException.of(ErrorCode.COMMIT_CONFLICT)
        .fact("table", plan.table())
        .fact("passes", MOST_PASSES)
        .advice("look who else alters the columns of the table all the time")
        .build();
  }

  private UnlinkedKeyChanges keyChanges(Optional<LakeTable> table) {
    return new UnlinkedKeyChanges(plan.table(), table, plan.tombstoneRetention(), start);
  }

  private Decoding decode(
      SparkSession session,
      Optional<LakeTable> table,
      KeyChangeLinks links,
      Optional<String> begin,
      String end) {
    return Decoding.of(
        session,
        records,
        plan.format(),
        layoutOf(table),
        plan.order(),
        plan.feed().progress().mostRecords(begin, end),
        links,
        plan.onTruncate(),
        appliedTo(table));
  }

  /** Before the commit, since a record must be somewhere when its batch counts as applied. */
  private void setAside(SparkSession session, Optional<LakeTable> table, DecodeReport report) {
    if (report.rejected().isEmpty()) {
      return;
    }
    RejectedRecords rejected =
        new RejectedRecords(
            new RejectedRecords.Origin(
                plan.pipeline(), Replacement.targetOf(plan.table()), plan.flow(), batchId, start),
            plan.format(),
            layoutOf(table),
            plan.onTruncate(),
            appliedTo(table));
    Dataset<Row> letters =
        SparkPlans.dataset(
            session, SparkPlans.rows(records).mapPartitions(rejected::in).rdd(), DeadLetters.ROW);
    target.deadLetters().add(session, letters, plan.flow(), report.rejectedOffsets());
  }

  private Layout layoutOf(Optional<LakeTable> table) {
    Layout layout = table.map(LakeTable::layout).orElse(Layout.NONE);
    return layout.withLoadTimes(target.loadTimes()).within(target.limit());
  }

  private Map<String, Map<Integer, Long>> appliedTo(Optional<LakeTable> table) {
    return plan.feed().appliedOffsets(table.flatMap(LakeTable::progress));
  }

  private Merged merge(
      SparkSession session,
      LakeTable table,
      Decoding decoding,
      UnlinkedKeyChanges keyChanges,
      String end) {
    BatchIdentity identity =
        new BatchIdentity(plan.pipeline(), plan.flow(), queryId, batchId, reached(table, end));
    return new Merge(session, table, identity, plan.tombstoneRetention())
        .apply(decoding.input(), keyChanges.waitingAfter(decoding.report(), start));
  }

  /** A restored checkpoint may go back in some partitions; the table never does. */
  private String reached(LakeTable table, String end) {
    return table.progress().map(applied -> plan.feed().progress().later(applied, end)).orElse(end);
  }

  /** Only records without changes came, for a table that nothing has asked for yet. */
  private BatchReport nothingToMerge(DecodeReport report) {
    return new BatchReport(
        plan.table(),
        plan.shownFlow(),
        batchId,
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

  private void requireNoneRejected(DecodeReport report) {
    if (report.rejected().isEmpty() || plan.onError() == OnError.DEAD_LETTER) {
      return;
    }
    DecodeReport.Offender first = report.offenders().get(0);
    throw LakewardException.of(RejectedRecords.codeOf(first.reason()))
        .fact("table", plan.table())
        .fact("flow", plan.flow())
        .fact("topic", first.topic())
        .fact("partition", first.partition())
        .fact("offset", first.offset())
        .fact("reason", first.reason())
        .fact("detail", first.detail())
        .fact("records", report.rejected())
        .fact(
            "first",
            report.offenders().stream()
                .map(o -> o.topic() + "/" + o.partition() + "/" + o.offset())
                .collect(Collectors.joining(",")))
        .advice(advice(first.reason()) + "; nothing of the batch was applied")
        .build();
  }

  private static String advice(RejectReason reason) {
    return switch (reason) {
      case TRUNCATE_REFUSED ->
          "say with on_truncate what the source's truncate does: truncate_all, end_all or ignore";
      case SCHEMA_MISSING ->
          "declare the columns with schema, or let the producer write what is missing";
      case NULL_INTERVAL -> "give an interval_value that is never null";
      case POSITION_MISSING -> "give sequence_by";
      default -> "correct the producer, or the mapping where it describes the records wrongly";
    };
  }
}
