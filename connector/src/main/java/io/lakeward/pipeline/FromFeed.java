package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.DeadLetters;
import io.lakeward.lake.LakeTable;
import io.lakeward.lake.SparkPlans;
import io.lakeward.mapping.OnError;
import io.lakeward.source.Layout;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/**
 * Records that a flow reads from its source.
 *
 * @param target the flow's table
 * @param plan the flow
 * @param records Spark's Kafka columns
 * @param batchId Spark's number of the batch
 * @param range where the batch begins and ends
 * @param setAsideBefore how many records the flow has set aside in this run
 */
record FromFeed(
    TargetTable target,
    FlowPlan plan,
    Dataset<Row> records,
    long batchId,
    Range range,
    long setAsideBefore)
    implements Arrival {

  /**
   * Where a batch begins and ends, as its source wrote it.
   *
   * @param begin empty for the first of a checkpoint
   */
  record Range(Optional<String> begin, String end) {
    Range {
      requireNonNull(begin, "begin");
      requireNonNull(end, "end");
    }
  }

  @Override
  public OptionalLong mostRecords() {
    return plan.feed().progress().mostRecords(range.begin(), range.end());
  }

  @Override
  public Map<String, Map<Integer, Long>> applied(Optional<LakeTable> table) {
    return plan.feed().appliedOffsets(table.flatMap(LakeTable::progress));
  }

  @Override
  public void requireMayReject(DecodeReport report) {
    if (report.rejected().isEmpty()) {
      return;
    } else if (plan.onError() != OnError.DEAD_LETTER) {
      throw rejected(report);
    }
    long inRun = setAsideBefore + report.rejectedRecords();
    if (inRun > plan.maxDeadLetters().orElse(Long.MAX_VALUE)) {
      throw tooMany(report, inRun);
    }
  }

  @Override
  public long setAside(
      SparkSession session, Optional<LakeTable> table, Layout layout, DecodeReport report) {
    if (!report.rejected().isEmpty()) {
      add(session, table, layout, report);
    }
    if (table.isEmpty() || !table.get().isWithoutBatch()) {
      return report.rejectedRecords();
    }
    // Some may have been set aside before there was a table to say so, or by the one it replaces.
    return target.deadLetters().standing(session, plan.owner()) - table.get().setAside();
  }

  /** A restored checkpoint may go back in some partitions; the table never does. */
  @Override
  public Optional<String> reached(LakeTable table) {
    String end = range.end();
    return Optional.of(
        table.progress().map(applied -> plan.feed().progress().later(applied, end)).orElse(end));
  }

  private void add(
      SparkSession session, Optional<LakeTable> table, Layout layout, DecodeReport report) {
    LongAccumulator met = session.sparkContext().longAccumulator();
    RejectedRecords rejected =
        new RejectedRecords(
            new RejectedRecords.Origin(
                plan.owner().pipeline(), plan.owner().table(), plan.flow(), batchId, Instant.now()),
            plan.format(),
            layout,
            plan.onTruncate(),
            applied(table),
            met);
    Dataset<Row> letters =
        SparkPlans.dataset(
            session, SparkPlans.rows(records).mapPartitions(rejected::in).rdd(), DeadLetters.ROW);
    target.deadLetters().add(session, letters, plan.owner(), plan.flow(), report.rejectedOffsets());
    RejectedRecords.requireAsMany(report.rejectedRecords(), met.value(), plan.table());
  }

  private LakewardException rejected(DecodeReport report) {
    DecodeReport.Offender first = report.offenders().get(0);
    return LakewardException.of(RejectedRecords.codeOf(first.reason()))
        .fact("table", plan.table())
        .fact("flow", plan.flow())
        .fact("topic", first.topic())
        .fact("partition", first.partition())
        .fact("offset", first.offset())
        .fact("reason", first.reason())
        .fact("detail", first.detail())
        .fact("records", report.rejected())
        .fact("first", firstOf(report))
        .advice(RejectedRecords.adviceFor(first.reason()) + "; nothing of the batch was applied")
        .build();
  }

  private LakewardException tooMany(DecodeReport report, long inRun) {
    DecodeReport.Offender first = report.offenders().get(0);
    return LakewardException.of(ErrorCode.TOO_MANY_DEAD_LETTERS)
        .fact("table", plan.table())
        .fact("flow", plan.flow())
        .fact("max_dead_letters", plan.maxDeadLetters().getAsLong())
        .fact("in_this_run", inRun)
        .fact("records", report.rejected())
        .fact("first", firstOf(report))
        .fact("detail", first.detail())
        .advice(
            "correct the producer, or the mapping where it describes the records wrongly, or raise"
                + " run.max_dead_letters; nothing of the batch was applied or set aside")
        .build();
  }

  private static String firstOf(DecodeReport report) {
    return report.offenders().stream()
        .map(o -> o.topic() + "/" + o.partition() + "/" + o.offset())
        .collect(Collectors.joining(","));
  }
}
