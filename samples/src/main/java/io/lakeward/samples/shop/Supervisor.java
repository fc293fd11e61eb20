package io.lakeward.samples.shop;

import io.lakeward.samples.shop.connector.Checkpoint;
import io.lakeward.samples.shop.connector.Checkpoint.Batch;
import io.lakeward.samples.shop.connector.ConnectorProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Starts the connector, kills it in the middle of a micro-batch, and starts it again. */
final class Supervisor {

  private static final int PATIENCE_SECONDS = 120;
  private static final int ATTEMPTS = 5;
  private static final int LONGEST_WAIT_MILLIS = 300;

  private final Settings settings;
  private final Running running;
  private final Progress progress;
  private final Checkpoint checkpoint;
  private final Random random;
  private final List<Batch> interrupted = new ArrayList<>();
  private volatile ConnectorProcess connector;
  private CompletableFuture<Void> killing = CompletableFuture.completedFuture(null);
  private int restarts;

  Supervisor(Settings settings, Running running, Progress progress) {
    this.settings = settings;
    this.running = running;
    this.progress = progress;
    this.checkpoint = new Checkpoint(settings.checkpoint());
    this.random = new Random(settings.seed());
  }

  void start() throws Exception {
    connector =
        running.start(
            () ->
                ConnectorProcess.start(
                    settings.launcher(), settings.mapping(), settings.connectorLog()));
  }

  /** Throws if the connector has ended by itself, or could not be killed as planned. */
  void check() {
    connector.check();
    if (killing.isCompletedExceptionally()) {
      killing.join();
    }
  }

  void stop() throws InterruptedException {
    connector.stop();
  }

  /** The batches in the midst of which the connector was killed. */
  List<Batch> interrupted() {
    return List.copyOf(interrupted);
  }

  int restarts() {
    return restarts;
  }

  /** Begins to look for a batch to kill the connector in; returns at once. */
  void killInMidBatch() {
    killing =
        CompletableFuture.runAsync(
            () -> {
              try {
                killUntilInMidBatch();
              } catch (Exception e) {
                throw new CompletionException(e);
              }
            },
            task -> {
              Thread thread = new Thread(task, "kill-connector");
              thread.setDaemon(true);
              thread.start();
            });
  }

  /** Returns when the connector has been killed and started again. */
  void awaitKilled() {
    killing.orTimeout(ATTEMPTS * PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  private void killUntilInMidBatch() throws Exception {
    for (int i = 0; i < ATTEMPTS; i++) {
      Batch batch = awaitBatch();
      connector.kill();
      // The batch may have ended between the look and the kill.
      boolean inMidBatch = checkpoint.isOpen(batch);
      start();
      restarts++;
      if (inMidBatch) {
        interrupted.add(batch);
        progress.done(
            "killed the connector in the middle of batch " + batch + ", started it again");
        return;
      }
    }
    throw new IllegalStateException(
        "Could not kill the connector in the middle of a batch in " + ATTEMPTS + " attempts");
  }

  /** Waits for a batch that has been going on for a random time. */
  private Batch awaitBatch() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < deadline) {
      connector.check();
      Optional<Batch> open = checkpoint.open().stream().findAny();
      if (open.isPresent()) {
        Thread.sleep(random.nextInt(LONGEST_WAIT_MILLIS));
        if (checkpoint.isOpen(open.get())) {
          return open.get();
        }
      }
      Thread.sleep(2);
    }
    throw new IllegalStateException(
        "The connector began no batch within " + PATIENCE_SECONDS + " s of being watched");
  }
}
