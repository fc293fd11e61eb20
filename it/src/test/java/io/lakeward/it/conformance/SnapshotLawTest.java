package io.lakeward.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.conformance.RandomSnapshots.Within;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.lake.LakeTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random snapshots, found by a few runs each of which takes up where the last one ended, make the
 * tables that a plain reference tells. {@code -Dit.seed} repeats a run.
 */
class SnapshotLawTest {

  private static final int SEQUENCES = 5;
  private static final int SNAPSHOTS = 6;
  private static final int RUNS = 3;
  private static final List<ExportFormat> FORMATS =
      List.of(ExportFormat.PARQUET, ExportFormat.JSON, ExportFormat.AVRO, ExportFormat.ORC);

  private static final long SEED = seed();
  private static final List<ExportedTable> TABLES = new ArrayList<>();
  private static SnapshotRuns runs;

  @TempDir private static Path directory;

  @BeforeAll
  static void play() {
    System.out.printf("it.conformance.SnapshotLawTest: seed %d%n", SEED);
    Random random = new Random(SEED);
    for (int i = 0; i < SEQUENCES; i++) {
      RandomSnapshots snapshots = RandomSnapshots.of(random, SNAPSHOTS);
      Within within = Within.values()[i % Within.values().length];
      add(random, snapshots.current("current-" + i, within));
      add(random, snapshots.history("history-" + i, RandomSnapshots.VALUES, within));
      add(random, snapshots.history("tracked-" + i, tracked(random), within));
    }
    Map<ExportedTable, int[]> available = new HashMap<>();
    TABLES.forEach(table -> available.put(table, available(random)));
    runs = SnapshotRuns.of(directory, TABLES, RUNS, (table, run) -> available.get(table)[run]);
  }

  @Test
  void everyTableIsWhatTheSnapshotsSay() {
    assertThat(TABLES)
        .allSatisfy(
            table -> {
              assertThat(runs.error(table)).as("seed %d, %s", SEED, table.name()).isEmpty();
              assertThat(rows(table))
                  .as("seed %d, %s, %s", SEED, table.name(), table.scenario())
                  .containsExactlyInAnyOrderElementsOf(
                      PlainRows.of(table.scenario().expectedRows()));
            });
  }

  @Test
  void noSnapshotIsCommittedTwice() {
    try (Lake lake = Lake.open(runs.warehouse(), PipelineFile.NAMESPACE)) {
      assertThat(TABLES)
          .allSatisfy(
              table ->
                  assertThat(lake.table(table.name()).commits())
                      .as("seed %d, %s", SEED, table.name())
                      .hasSizeLessThanOrEqualTo(SNAPSHOTS));
    }
  }

  private static void add(Random random, SnapshotScenario scenario) {
    TABLES.add(new ExportedTable(scenario, FORMATS.get(random.nextInt(FORMATS.size()))));
  }

  /** Some of the columns, at least one. */
  private static List<String> tracked(Random random) {
    List<String> tracked = new ArrayList<>(RandomSnapshots.VALUES);
    tracked.removeIf(column -> random.nextBoolean());
    return tracked.isEmpty() ? List.of("a") : tracked;
  }

  /** How many snapshots are there at each run: some at the first, all at the last. */
  private static int[] available(Random random) {
    int[] available = new int[RUNS];
    available[0] = 1 + random.nextInt(SNAPSHOTS - 1);
    for (int run = 1; run < RUNS - 1; run++) {
      available[run] = available[run - 1] + random.nextInt(SNAPSHOTS - available[run - 1] + 1);
    }
    available[RUNS - 1] = SNAPSHOTS;
    return available;
  }

  private static List<List<Object>> rows(ExportedTable table) {
    try (Lake lake = Lake.open(runs.warehouse(), PipelineFile.NAMESPACE)) {
      LakeTable found = lake.table(table.name());
      return PlainRows.of(found);
    }
  }

  private static long seed() {
    String given = System.getProperty("it.seed", "");
    return given.isEmpty() ? new Random().nextLong() : Long.parseLong(given);
  }
}
