package io.lakeward.it.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autocdc.Streams.Feature;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.simulation.RandomStream.Nulls;
import io.lakeward.it.simulation.StreamTable.Kept;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The one law through the whole product: random streams, shuffled, repeated and cut into batches,
 * must end in what a plain reference tells from the set of changes. {@code -Dit.seed} repeats a
 * run.
 */
class SimulationTest {

  private static final int BATCHES = 4;
  private static final int STREAMS_OF_A_KIND = 5;

  private static final List<StreamTable> TABLES = new ArrayList<>();
  private static final long SEED = seed();
  private static Run run;

  @TempDir private static Path directory;

  @BeforeAll
  static void play() {
    System.out.printf("it.simulation.SimulationTest: seed %d%n", SEED);
    Random random = new Random(SEED);
    for (int i = 0; i < STREAMS_OF_A_KIND; i++) {
      RandomStream shared =
          stream(random, Nulls.AUTHORED, Feature.PARTIAL_UPDATES, Feature.STRUCT_SEQUENCES);
      TABLES.add(new StreamTable("current_" + i, Kept.TYPE_1, shared));
      TABLES.add(new StreamTable("history_" + i, Kept.TYPE_2, shared));
      TABLES.add(
          new StreamTable(
              "truncated_" + i,
              Kept.TYPE_1,
              stream(
                  random,
                  Nulls.AUTHORED,
                  Feature.PARTIAL_UPDATES,
                  Feature.STRUCT_SEQUENCES,
                  Feature.TRUNCATES)));
      TABLES.add(
          new StreamTable(
              "shown_" + i,
              Kept.TYPE_2,
              stream(
                  random,
                  Nulls.AUTHORED,
                  Feature.PARTIAL_UPDATES,
                  Feature.STRUCT_SEQUENCES,
                  Feature.INTERVAL_VALUES)));
      TABLES.add(
          new StreamTable(
              "believed_" + i,
              Kept.BITEMPORAL,
              stream(
                  random,
                  Nulls.IGNORED,
                  Feature.PARTIAL_UPDATES,
                  Feature.STRUCT_SEQUENCES,
                  Feature.SYSTEM_TIMES)));
    }
    PipelineFile file = PipelineFile.ofCapture(directory);
    CaptureFiles captures = new CaptureFiles(directory);
    for (StreamTable table : TABLES) {
      table.addTo(file);
      table.deliverTo(captures);
    }
    run = Run.once(file.write());
  }

  @Test
  void everyTableIsAFunctionOfTheSetOfChanges() {
    assertThat(TABLES)
        .allSatisfy(
            table ->
                assertThat(rows(table.name()))
                    .as("seed %d, %s, %s", SEED, table.name(), table.stream())
                    .containsExactlyInAnyOrderElementsOf(table.expected()));
  }

  @Test
  void everyRecordIsCounted() {
    assertThat(TABLES)
        .allSatisfy(
            table ->
                assertThat(run.records(table.name()))
                    .as("seed %d, %s", SEED, table.name())
                    .isEqualTo(table.events())
                    .isEqualTo(
                        run.applied(table.name())
                            + run.unchanged(table.name())
                            + run.superseded(table.name())));
  }

  @Test
  void currentRowsAreWhatIsOpenInTheHistory() {
    int columns = RandomStream.COLUMNS.size();
    for (int i = 0; i < STREAMS_OF_A_KIND; i++) {
      assertThat(rows("current_" + i))
          .as("seed %d, stream %d", SEED, i)
          .isNotEmpty()
          .containsExactlyInAnyOrderElementsOf(
              rows("history_" + i).stream()
                  .filter(row -> row.get(columns + 1) == null)
                  .map(row -> row.subList(0, columns))
                  .toList());
    }
  }

  private static RandomStream stream(Random random, Nulls nulls, Feature... possible) {
    return RandomStream.of(random, BATCHES, List.of(possible), nulls);
  }

  private static List<List<String>> rows(String table) {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return StreamTable.rows(lake.table(table));
    }
  }

  private static long seed() {
    String given = System.getProperty("it.seed", "");
    return given.isEmpty() ? new Random().nextLong() : Long.parseLong(given);
  }
}
