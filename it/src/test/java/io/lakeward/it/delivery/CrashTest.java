package io.lakeward.it.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.ConnectorProcess;
import io.lakeward.it.lake.BatchCommit;
import io.lakeward.it.postgres.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the connector with SIGKILL again and again, while records keep coming. {@code -Dit.seed}
 * repeats a run as far as the clock allows, {@code -Dit.kills} says how often.
 */
class CrashTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int RECORDS_PER_BATCH = 400;
  private static final int LONGEST_BACKLOG = 5 * RECORDS_PER_BATCH;
  private static final int LONGEST_START_MILLIS = 9_000;
  private static final int LONGEST_WORK_MILLIS = 2_500;

  private final long seed = seed();
  private final Random random = new Random(seed);
  private int inMidBatch;

  @Test
  void survivesKillsAtRandomPoints(@TempDir Path directory) throws Exception {
    int kills = Integer.getInteger("it.kills", 10);
    System.out.printf("CrashTest: %d kills, seed %d%n", kills, seed);
    Goods goods = new Goods(directory, new Workload(seed), RECORDS_PER_BATCH);
    Path mapping = goods.file().write();
    goods.produce(20);
    AtomicBoolean enough = new AtomicBoolean();
    CompletableFuture<Void> producing =
        CompletableFuture.runAsync(() -> keepProducing(goods, enough));
    try {
      for (int kill = 0; kill < kills; kill++) {
        runAndKill(goods, mapping);
      }
    } finally {
      enough.set(true);
    }
    join(producing);
    try (ConnectorProcess last = ConnectorProcess.runOnce(mapping)) {
      assertThat(last.exitCode(PATIENCE)).as("seed %d:%n%s", seed, last.output()).isZero();
    }
    assertThat(goods.differences()).as("seed %d", seed).isEmpty();
    assertEachRangeOnce(goods.commits());
    System.out.printf("CrashTest: %d of %d kills in mid-batch%n", inMidBatch, kills);
    assertThat(inMidBatch).as("kills in mid-batch, seed %d", seed).isPositive();
  }

  /** Some kills come while the connector starts, most while it works. */
  private void runAndKill(Goods goods, Path mapping) throws InterruptedException {
    try (ConnectorProcess connector = ConnectorProcess.run(mapping)) {
      if (random.nextInt(4) == 0) {
        Thread.sleep(random.nextInt(LONGEST_START_MILLIS));
      } else {
        int before = goods.exists() ? goods.commits().size() : 0;
        connector.await(
            "a commit, seed " + seed,
            PATIENCE,
            () -> goods.exists() && goods.commits().size() > before);
        Thread.sleep(random.nextInt(LONGEST_WORK_MILLIS));
      }
      assertThat(connector.isAlive()).as("seed %d:%n%s", seed, connector.output()).isTrue();
      connector.kill();
    }
    inMidBatch += OpenBatches.below(goods.file().checkpoints()) > 0 ? 1 : 0;
  }

  private static void keepProducing(Goods goods, AtomicBoolean enough) {
    while (!enough.get()) {
      // On a slow machine, what is left for the last run must not grow without end.
      if (goods.backlog() < LONGEST_BACKLOG) {
        goods.produce(3);
      }
      try {
        Thread.sleep(60);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static void join(CompletableFuture<Void> producing)
      throws InterruptedException, ExecutionException {
    producing.get();
  }

  /** Each commit goes on where the one before it ended: no offsets repeat. */
  private void assertEachRangeOnce(List<BatchCommit> commits) {
    assertThat(commits)
        .as("seed %d", seed)
        .extracting(BatchCommit::offsets)
        .doesNotContainNull()
        .doesNotHaveDuplicates();
  }

  private static long seed() {
    String given = System.getProperty("it.seed", "");
    return given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
  }
}
