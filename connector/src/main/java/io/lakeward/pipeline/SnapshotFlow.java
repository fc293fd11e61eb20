package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.LakeTable;
import io.lakeward.mapping.Extent;
import io.lakeward.observe.BatchReport;
import io.lakeward.observe.Reporter;
import io.lakeward.source.snapshot.Snapshot;
import io.lakeward.source.snapshot.Snapshots;
import io.lakeward.source.snapshot.Version;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.sql.SparkSession;

/**
 * One flow of snapshots: those that are there are applied in the order of their versions, each in
 * one commit, and the source is looked at again with each trigger. How far it is stands in the
 * table alone. Started and stopped by one thread; works in its own.
 */
final class SnapshotFlow implements RunningFlow {

  private static final long PATIENCE_MILLIS = 60_000;

  private final SnapshotPlan plan;
  private final TargetTable target;
  private final Catalog catalog;
  private final Reporter reporter;
  private final CountDownLatch stopRequest = new CountDownLatch(1);
  private Optional<Thread> worker = Optional.empty();
  private volatile Optional<Throwable> failure = Optional.empty();
  private Optional<Version> waitedFor = Optional.empty();
  private String waitedForText = "";

  SnapshotFlow(SnapshotPlan plan, TargetTable target, Catalog catalog, Reporter reporter) {
    this.plan = plan;
    this.target = target;
    this.catalog = catalog;
    this.reporter = reporter;
  }

  @Override
  public String table() {
    return plan.name();
  }

  /** What is there is found out when the flow looks for it. */
  @Override
  public void checkSource() {}

  @Override
  public void start(SparkSession session, RunMode mode, Duration trigger) {
    RunMode until = plan.flow().extent() == Extent.ONCE ? RunMode.ONCE : mode;
    Thread thread =
        new Thread(() -> work(session, until, trigger), "snapshots " + plan.flow().name());
    thread.setDaemon(true);
    worker = Optional.of(thread);
    thread.start();
  }

  private void work(SparkSession shared, RunMode mode, Duration trigger) {
    try {
      SparkSession session = shared.newSession();
      plan.table().sparkConf().values().forEach(session.conf()::set);
      Snapshots source = new Snapshots(session, plan.source(), new LakeSnapshots(session, catalog));
      target.inTurn(() -> target.open(Optional.empty()));
      if (plan.flow().extent() == Extent.ONCE && target.isComplete()) {
        reporter.notice(plan.name(), plan.flow().name() + " was read to its end before");
        return;
      }
      do {
        drain(session, source, mode);
      } while (mode != RunMode.ONCE
          && !stopRequest.await(trigger.toMillis(), TimeUnit.MILLISECONDS));
      if (plan.flow().extent() == Extent.ONCE && !isStopping()) {
        noteComplete();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      // Errors too: a driver that lacks a class must not look like an end. And Spark, being Scala,
      // throws checked exceptions that it does not declare.
      if (!isOurStop(e)) {
        fail(e);
      }
    }
  }

  /** Whether the work ended because it was told to, and not by a fault that came just then. */
  private boolean isOurStop(Throwable error) {
    return isStopping()
        && error instanceof Exception
        && Stream.iterate(error, Objects::nonNull, Throwable::getCause)
            .noneMatch(LakewardException.class::isInstance);
  }

  /** Applies what is there and not in the table, in order, up to what is not complete yet. */
  private void drain(SparkSession session, Snapshots source, RunMode mode)
      throws InterruptedException {
    Optional<List<Snapshot>> complete = available(source, mode);
    if (complete.isEmpty()) {
      return;
    }
    List<Snapshot> there = complete.get();
    List<Version> versions = there.stream().map(Snapshot::version).toList();
    if (there.isEmpty() && progress().highest().isEmpty()) {
      LakewardException notFound = source.notFound().with("table", plan.name());
      if (mode == RunMode.ONCE) {
        throw notFound;
      }
      waitBecauseOf(notFound);
    }
    for (Snapshot snapshot : there) {
      if (isStopping() || (mode != RunMode.ONCE && waitsFor(snapshot))) {
        return;
      }
      Optional<BatchReport> report = target.inTurn(() -> apply(session, snapshot, versions));
      report.ifPresent(reporter::batch);
      target.takeRemarks().forEach(text -> reporter.notice(plan.name(), text));
    }
  }

  /** Empty while one is being written of which nobody knows the version before it is done. */
  private Optional<List<Snapshot>> available(Snapshots source, RunMode mode) {
    try {
      return Optional.of(source.available());
    } catch (LakewardException e) {
      if (mode == RunMode.ONCE || e.code() != ErrorCode.SNAPSHOT_INCOMPLETE) {
        throw e;
      }
      waitBecauseOf(e);
      return Optional.empty();
    }
  }

  /** Tells once what the next trigger may find in order. */
  private void waitBecauseOf(LakewardException error) {
    if (!error.getMessage().equals(waitedForText)) {
      waitedForText = error.getMessage();
      reporter.notice(plan.name(), "waits: " + error.getMessage());
    }
  }

  private Optional<BatchReport> apply(
      SparkSession session, Snapshot snapshot, List<Version> versions) {
    target.refreshed();
    SnapshotProgress before = progress();
    Version version = snapshot.version();
    if (before.holds(version) || isStopping()) {
      return Optional.empty();
    }
    requireLater(snapshot, before);
    try {
      SnapshotProgress after = before.plus(version, versions);
      return Optional.of(new SnapshotBatch(session, target, plan, snapshot, after).apply());
    } catch (RuntimeException e) {
      target.requireStillThere(e);
      throw e;
    }
  }

  private SnapshotProgress progress() {
    return target
        .current()
        .flatMap(LakeTable::progress)
        .map(SnapshotProgress::parse)
        .orElse(SnapshotProgress.NONE);
  }

  private void requireLater(Snapshot snapshot, SnapshotProgress before) {
    Optional<Version> highest = before.highest();
    if (highest.isEmpty()) {
      return;
    }
    Version version = snapshot.version();
    if (!highest.get().type().equals(version.type())) {
      throw LakewardException.of(ErrorCode.SEQUENCING_TYPE_DRIFT)
          .fact("table", plan.name())
          .fact("sequence", highest.get().type().catalogString())
          .fact("now", version.type().catalogString())
          .fact("place", snapshot.place())
          .advice("cast the version in the mapping to the old type, or build the table anew")
          .build();
    }
    if (version.compareTo(highest.get()) < 0) {
      throw LakewardException.of(ErrorCode.OUT_OF_ORDER_SNAPSHOT_VERSION)
          .fact("table", plan.name())
          .fact("version", version.text())
          .fact("applied", highest.get().text())
          .fact("place", snapshot.place())
          .advice(
              "move the snapshot away, or build the table anew from all snapshots: "
                  + "lakeward refresh --table "
                  + plan.table().target())
          .build();
    }
  }

  /** Later snapshots must not overtake one that is being written. */
  private boolean waitsFor(Snapshot snapshot) {
    SnapshotProgress progress = progress();
    if (snapshot.isComplete() || progress.holds(snapshot.version())) {
      return false;
    }
    requireLater(snapshot, progress);
    if (!waitedFor.equals(Optional.of(snapshot.version()))) {
      waitedFor = Optional.of(snapshot.version());
      reporter.notice(
          plan.name(), "waits for " + snapshot.place() + ", which has no success marker yet");
    }
    return true;
  }

  private void noteComplete() throws InterruptedException {
    target.inTurn(
        () -> {
          target.noteComplete();
          return plan.flow();
        });
    reporter.notice(plan.name(), plan.flow().name() + " is read to its end, and not read again");
  }

  /** Waits until the flow has ended by itself. */
  void awaitEnd() throws InterruptedException {
    if (worker.isPresent()) {
      worker.get().join();
    }
  }

  private boolean isStopping() {
    return stopRequest.getCount() == 0;
  }

  private void fail(Throwable cause) {
    failure = Optional.of(cause);
    reporter.failed(plan.name(), cause);
  }

  @Override
  public void look() {}

  @Override
  public boolean isActive() {
    return worker.filter(Thread::isAlive).isPresent();
  }

  @Override
  public Optional<Throwable> failure() {
    return failure;
  }

  @Override
  public void prepareToStop() {
    stopRequest.countDown();
  }

  @Override
  public void stop() {
    prepareToStop();
    if (worker.isEmpty()) {
      return;
    }
    try {
      worker.get().join(PATIENCE_MILLIS);
      if (worker.get().isAlive()) {
        reporter.notice(plan.name(), "did not stop in time");
        worker.get().interrupt();
        worker.get().join(PATIENCE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
