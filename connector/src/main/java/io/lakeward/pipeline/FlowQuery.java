package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.LakeTable;
import io.lakeward.lake.RefreshAdvice;
import io.lakeward.mapping.Extent;
import io.lakeward.observe.BatchReport;
import io.lakeward.observe.Reporter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;

/**
 * One flow as a streaming query with its own checkpoint: it stops alone when its table or records
 * are broken. Started and stopped by one thread.
 */
final class FlowQuery implements RunningFlow {

  private static final long PATIENCE_MILLIS = 60_000;

  private final FlowPlan plan;
  private final TargetTable target;
  private final Checkpoint checkpoint;
  private final Reporter reporter;

  /** Held while a batch runs, so that stopping can wait for its end. */
  private final ReentrantLock inBatch = new ReentrantLock();

  /** How many records were set aside in this run. Touched in a batch alone. */
  private long setAside;

  private volatile boolean stopping;
  private Runnable restart = () -> {};
  private Optional<StreamingQuery> query = Optional.empty();
  private Optional<Throwable> failure = Optional.empty();
  private boolean complete;
  private boolean emptyTold;
  private final OlderChanges older = new OlderChanges();

  FlowQuery(FlowPlan plan, TargetTable target, Checkpoint checkpoint, Reporter reporter) {
    this.plan = plan;
    this.target = target;
    this.checkpoint = checkpoint;
    this.reporter = reporter;
  }

  @Override
  public String table() {
    return plan.table();
  }

  @Override
  public void checkSource() {
    try {
      plan.feed().check();
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  @Override
  public void start(SparkSession session, RunMode mode, Duration trigger) {
    if (failure.isPresent()) {
      return;
    }
    restart = () -> start(session, mode, trigger);
    try {
      Optional<LakeTable> table = target.open(plan.format().declaredShape());
      requireKnownTable(table);
      if (hasNothing(table)) {
        checkpoint.delete();
      }
      requireAppliedBatches(table.flatMap(LakeTable::progress));
      if (plan.extent() == Extent.ONCE && target.isComplete()) {
        complete = true;
        reporter.notice(plan.table(), plan.flow() + " was read to its end before");
        return;
      }
      Dataset<Row> records = plan.feed().stream(own(session), table.flatMap(LakeTable::progress));
      DataStreamWriter<Row> writer =
          records
              .writeStream()
              .queryName(plan.flow())
              .option("checkpointLocation", checkpoint.location())
              .trigger(
                  mode == RunMode.ONCE || plan.extent() == Extent.ONCE
                      ? Trigger.AvailableNow()
                      : Trigger.ProcessingTime(trigger.toMillis()))
              .foreachBatch(this::batch);
      query = Optional.of(writer.start());
    } catch (Exception e) {
      // Spark, being Scala, throws checked exceptions that it does not declare.
      fail(e);
    }
  }

  private SparkSession own(SparkSession session) {
    SparkSession own = session.newSession();
    plan.sparkConf().forEach(own.conf()::set);
    return own;
  }

  @Override
  public boolean isActive() {
    return query.isPresent() && query.get().isActive();
  }

  @Override
  public Optional<Throwable> failure() {
    return failure;
  }

  @Override
  public void look() {
    if (failure.isPresent() || query.isEmpty() || query.get().isActive()) {
      return;
    }
    try {
      query.get().awaitTermination(1);
      if (plan.extent() == Extent.ONCE && !complete && !stopping) {
        endOfSource();
      }
    } catch (StreamingQueryException e) {
      if (isOurStop(e)) {
        return;
      } else if ((ReplayFault.stopped(e) || BeginsAnew.stopped(e)) && !stopping) {
        restart.run();
      } else {
        fail(e);
      }
    }
  }

  /** A source that has nothing yet was not read to its end: what is to be read once may come. */
  private void endOfSource() {
    if (checkpoint.hasRead()) {
      noteComplete();
    } else if (!emptyTold) {
      emptyTold = true;
      reporter.notice(plan.table(), plan.flow() + " has no records yet: the next run looks again");
    }
  }

  private void noteComplete() {
    try {
      target.inTurn(
          () -> {
            target.noteComplete();
            return plan.flow();
          });
      complete = true;
      reporter.notice(plan.table(), plan.flow() + " is read to its end, and not read again");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  /** Whether a query ended because it was told to, and not by a fault that came just then. */
  private boolean isOurStop(Throwable error) {
    if (!stopping) {
      return false;
    }
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof LakewardException) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void prepareToStop() {
    stopping = true;
  }

  @Override
  public void stop() {
    stopping = true;
    if (query.isEmpty()) {
      return;
    }
    try {
      boolean idle = inBatch.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      try {
        query.get().stop();
      } finally {
        if (idle) {
          inBatch.unlock();
        }
      }
    } catch (TimeoutException e) {
      reporter.notice(plan.table(), "did not stop in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void batch(Dataset<Row> records, Long batchId) throws InterruptedException {
    inBatch.lockInterruptibly();
    try {
      target.inTurn(
          () -> {
            if (stopping) {
              throw new InterruptedException("stopping before batch " + batchId);
            }
            apply(records, batchId);
            return batchId;
          });
    } finally {
      inBatch.unlock();
    }
  }

  /** Applies a batch that Spark delivers, unless the table holds it already. */
  void apply(Dataset<Row> records, long batchId) {
    String end = checkpoint.end(batchId);
    Optional<LakeTable> table = target.refreshed();
    Optional<String> applied = table.flatMap(LakeTable::progress);
    Optional<String> begin = checkpoint.start(batchId);
    if (applied.isPresent()) {
      Progress.Coverage coverage = plan.feed().progress().coverage(applied.get(), begin, end);
      if (coverage == Progress.Coverage.APPLIED) {
        reporter.notice(plan.table(), "batch " + batchId + " is in the table already");
        if (plan.extent() == Extent.ONCE && !records.isEmpty()) {
          checkpoint.noteRead();
        }
        return;
      }
      if (coverage == Progress.Coverage.AHEAD) {
        throw ahead(applied.get(), begin.orElse(""));
      }
    } else {
      requireNoBatches(end);
      plan.requireEveryTruncate(target);
    }
    String queryId =
        records.sparkSession().sparkContext().getLocalProperty("sql.streaming.queryId");
    BatchReport report;
    try {
      report =
          new MicroBatch(target, plan, records, batchId, String.valueOf(queryId))
              .apply(
                  new FromFeed(
                      target, plan, records, batchId, new FromFeed.Range(begin, end), setAside));
    } catch (RuntimeException e) {
      target.requireStillThere(e);
      throw e;
    }
    if (checkpoint.table().isEmpty()) {
      target.refreshed().ifPresent(committed -> checkpoint.noteTable(committed.uuid()));
    }
    if (plan.extent() == Extent.ONCE && report.records() > 0) {
      checkpoint.noteRead();
    }
    setAside += report.setAside().values().stream().mapToLong(Long::longValue).sum();
    target.takeRemarks().forEach(text -> reporter.notice(plan.table(), text));
    reporter.batch(report);
    older.after(report).ifPresent(text -> reporter.notice(plan.table(), text));
  }

  /**
   * Whether the checkpoint holds nothing to go on from. Before the table is there, all records that
   * were read were skipped or set aside, and by now the mapping may say otherwise of them.
   */
  private boolean hasNothing(Optional<LakeTable> table) {
    boolean nothingCommitted =
        table.flatMap(LakeTable::progress).isEmpty() && checkpoint.table().isEmpty();
    return nothingCommitted
        && !checkpoint.isComplete()
        && (checkpoint.isUnbegun() || plan.feed().beginsAtTheFirstRecord());
  }

  /** A checkpoint of a table that is gone would go on in the middle of its history. */
  private void requireKnownTable(Optional<LakeTable> table) {
    Optional<String> noted = checkpoint.table();
    if (noted.isEmpty() || noted.equals(table.map(LakeTable::uuid))) {
      return;
    }
    if (table.isPresent() && table.get().hasReplaced(noted.get())) {
      checkpoint.delete();
      reporter.notice(plan.table(), "was refreshed: goes on from the offsets in the table");
    } else {
      throw ahead("none: the table is gone or another", "the checkpoint's");
    }
  }

  /** A table that was moved back is told at once, and not only when more records come. */
  private void requireAppliedBatches(Optional<String> applied) {
    Optional<String> reached = checkpoint.reached();
    if (reached.isPresent() && applied.isEmpty()) {
      requireNoBatches(reached.get());
    } else if (reached.isPresent()
        && plan.feed().progress().coverage(applied.get(), Optional.empty(), reached.get())
            != Progress.Coverage.APPLIED) {
      throw ahead(applied.get(), reached.get());
    }
  }

  private void requireNoBatches(String start) {
    if (checkpoint.table().isPresent()) {
      throw ahead("none: the table was moved back to before its first batch", start);
    }
  }

  private LakewardException ahead(String applied, String start) {
    return LakewardException.of(ErrorCode.OFFSETS_AHEAD)
        .fact("table", plan.table())
        .fact("applied", applied)
        .fact("start", start)
        .fact("checkpoint", checkpoint.location())
        .advice(
            "delete the flow's checkpoint directory: the run then starts from the offsets in the"
                + " table, or from the beginning where there is none"
                + RefreshAdvice.orRebuild(plan.table()))
        .build();
  }

  private void fail(Throwable cause) {
    failure = Optional.of(cause);
    reporter.failed(plan.table(), cause);
  }
}
