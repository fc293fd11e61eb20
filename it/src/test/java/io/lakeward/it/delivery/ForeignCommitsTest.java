package io.lakeward.it.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Difference;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.postgres.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.DataFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else commits to the table between the connector's probes and its commits. */
class ForeignCommitsTest {

  private static final long SEED = 4711;
  private static final int LONGEST_BURST = 3;
  private static final int LONGEST_PAUSE_MILLIS = 900;

  private final Random random = new Random(SEED);

  /** Keys of the foreign rows that are there; the workload has none below zero. */
  private final Set<Long> foreign = new HashSet<>();

  private final Map<Long, DataFile> deletable = new LinkedHashMap<>();
  private int compactions;

  @Test
  void tableStaysExactWhileOthersCommit(@TempDir Path directory) throws Exception {
    Goods goods = new Goods(directory, Workload.withoutTruncates(SEED), 300);
    Path mapping = goods.file().write();
    goods.produce(30);
    Run.once(mapping);
    goods.produce(200);
    AtomicBoolean enough = new AtomicBoolean();
    CompletableFuture<Void> meddling =
        CompletableFuture.runAsync(() -> meddle(goods.file().warehouse(), enough));
    Run run;
    try {
      run = Run.once(mapping);
    } finally {
      enough.set(true);
    }
    meddling.get();

    List<Map<String, Object>> expected = new ArrayList<>(goods.expected());
    foreign.forEach(id -> expected.add(Workload.GOODS.row(id, null, null, null, null, null, null)));
    assertThat(Difference.between(goods.rows(), expected)).isEmpty();
    assertThat(compactions).as("foreign compactions").isPositive();
    assertThat(run.batches(Goods.TABLE))
        .as("some batches had to be merged again")
        .anyMatch(batch -> batch.work().attempts() > 1);
  }

  private void meddle(Path warehouse, AtomicBoolean enough) {
    try (Lake lake = Lake.open(warehouse, PipelineFile.NAMESPACE)) {
      ForeignWriter writer = new ForeignWriter(lake.table(Goods.TABLE));
      long id = 0;
      while (!enough.get()) {
        for (int i = random.nextInt(LONGEST_BURST); i >= 0; i--) {
          Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
          switch (random.nextInt(4)) {
            case 0 -> compact(writer);
            case 1 -> delete(writer);
            default -> {
              id--;
              deletable.put(id, writer.append(id));
              foreign.add(id);
            }
          }
        }
        // However slow the machine is, the connector must get its turn.
        while (!enough.get() && !writer.isConnectorsTurnOver()) {
          Thread.sleep(50);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void compact(ForeignWriter writer) {
    if (writer.compact()) {
      compactions++;
      deletable.clear();
    }
  }

  private void delete(ForeignWriter writer) {
    deletable.entrySet().stream()
        .findFirst()
        .ifPresent(
            row -> {
              deletable.remove(row.getKey());
              if (writer.delete(row.getValue())) {
                foreign.remove(row.getKey());
              }
            });
  }
}
