package io.lakeward.samples.capture;

import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.DebeziumEngine.RecordCommitter;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Debezium's engine, handing every record of the captured tables to a sink until it is closed. What
 * it says of snapshots and the rows of the signal table are kept back: by them it tells how far it
 * has come.
 */
final class CaptureFeed implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 120;

  private final String signals;
  private final String notifications;
  private final Consumer<SourceRecord> sink;
  private final DebeziumEngine<RecordChangeEvent<SourceRecord>> engine;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "capture"));
  private final Set<Object> seenSignals = new HashSet<>();
  private boolean snapshotCompleted;
  private boolean incrementalSnapshotCompleted;
  private Throwable failure;
  private boolean closing;

  private CaptureFeed(Properties settings, Consumer<SourceRecord> sink) {
    String prefix = settings.getProperty("topic.prefix");
    this.signals = prefix + "." + settings.getProperty("signal.data.collection");
    this.notifications = settings.getProperty("notification.sink.topic.name");
    this.sink = sink;
    this.engine =
        DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
            .using(settings)
            .using(this::stopped)
            .notifying(this::takeBatch)
            .build();
  }

  /**
   * Starts, or goes on where an engine of the same directory has stopped.
   *
   * @param directory where the engine keeps what it must remember
   * @param settings what the engine is told
   * @param sink told of every record, in order, on the engine's thread
   */
  static CaptureFeed start(Path directory, Properties settings, Consumer<SourceRecord> sink)
      throws IOException {
    Files.createDirectories(directory);
    CaptureFeed feed = new CaptureFeed(settings, sink);
    feed.thread.execute(feed.engine);
    return feed;
  }

  private void takeBatch(
      List<RecordChangeEvent<SourceRecord>> batch,
      RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
      throws InterruptedException {
    for (RecordChangeEvent<SourceRecord> event : batch) {
      take(event.record());
      committer.markProcessed(event);
    }
    committer.markBatchFinished();
  }

  private synchronized void take(SourceRecord record) {
    if (record.topic().equals(notifications)) {
      notice((Struct) record.value());
    } else if (record.topic().equals(signals)) {
      seenSignals.add(((Struct) record.key()).get("id"));
    } else {
      sink.accept(record);
    }
    notifyAll();
  }

  private void notice(Struct notification) {
    boolean completed = "COMPLETED".equals(notification.getString("type"));
    switch (notification.getString("aggregate_type")) {
      case "Initial Snapshot" -> snapshotCompleted |= completed;
      case "Incremental Snapshot" -> incrementalSnapshotCompleted |= completed;
      default -> {
        // Other notices are not about progress.
      }
    }
  }

  private synchronized void stopped(boolean success, String message, Throwable error) {
    if (!closing) {
      failure = error == null ? new IllegalStateException("Debezium stopped: " + message) : error;
      notifyAll();
    }
  }

  /** Waits until the first snapshot is captured as a whole. */
  void awaitSnapshot() throws InterruptedException {
    await("the snapshot", () -> snapshotCompleted);
  }

  /** Waits until an incremental snapshot is captured, with all its tables. */
  void awaitIncrementalSnapshot() throws InterruptedException {
    await("an incremental snapshot", () -> incrementalSnapshotCompleted);
  }

  /** Waits for the row of the signal table with this id; all before it is captured then. */
  void awaitSignal(String id) throws InterruptedException {
    await("signal " + id, () -> seenSignals.contains(id));
  }

  private synchronized void await(String what, BooleanSupplier reached)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!reached.getAsBoolean()) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (failure != null || left <= 0) {
        throw new IllegalStateException("The capture has not come to " + what, failure);
      }
      wait(left);
    }
  }

  /** Stops capturing. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      closing = true;
    }
    try {
      engine.close();
    } finally {
      thread.shutdownNow();
    }
  }
}
