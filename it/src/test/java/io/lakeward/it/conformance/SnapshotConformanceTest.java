package io.lakeward.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.lake.LakeTable;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Full snapshots make the tables that the scenarios say, in whatever format and however they come.
 * The scenarios of a delivery run as the tables of one pipeline. Not each is played in each format:
 * the formats take turns.
 */
class SnapshotConformanceTest {

  private static final Map<SnapshotDelivery, List<ExportedTable>> TABLES = tables();
  private static final Map<SnapshotDelivery, SnapshotRuns> RUNS =
      new EnumMap<>(SnapshotDelivery.class);

  @TempDir private static Path directory;

  @ParameterizedTest(name = "{0}: {1}, {2}")
  @MethodSource("deliveries")
  void snapshotsMakeTheTable(
      SnapshotDelivery delivery, SnapshotScenario scenario, ExportFormat format) {
    SnapshotRuns runs =
        RUNS.computeIfAbsent(
            delivery, d -> SnapshotRuns.of(directory.resolve(d.name()), d, TABLES.get(d)));
    ExportedTable played = new ExportedTable(scenario, format);
    Optional<String> error = runs.error(played);
    assertThat(error.map(said -> said.split(":")[0]))
        .as("the error of %s: %s", played.name(), error)
        .isEqualTo(scenario.error());
    assertThat(scenario.told()).allSatisfy(part -> assertThat(error.orElseThrow()).contains(part));
    try (Lake lake = Lake.open(runs.warehouse(), PipelineFile.NAMESPACE)) {
      LakeTable table = lake.table(played.name());
      assertThat(table.columns())
          .startsWith(scenario.expectedColumns().toArray(String[]::new))
          .endsWith(LakeTable.BOOKKEEPING)
          .hasSize(scenario.expectedColumns().size() + 1);
      assertThat(PlainRows.of(table))
          .as(played.name())
          .containsExactlyInAnyOrderElementsOf(PlainRows.of(scenario.expectedRows()));
    }
  }

  @Test
  void everyFormatAndEveryScenarioIsMet() {
    assertThat(formats(SnapshotDelivery.RUN_PER_SNAPSHOT)).contains(ExportFormat.values());
    assertThat(formats(SnapshotDelivery.FOUND_ONE_BY_ONE))
        .contains(ExportFormat.ICEBERG, ExportFormat.JDBC);
    assertThat(TABLES.values().stream().flatMap(List::stream).map(ExportedTable::scenario))
        .containsAll(SnapshotScenario.shared())
        .containsAll(SnapshotScenario.own());
  }

  private static List<ExportFormat> formats(SnapshotDelivery delivery) {
    return TABLES.get(delivery).stream().map(ExportedTable::format).toList();
  }

  static Stream<Arguments> deliveries() {
    return TABLES.entrySet().stream()
        .flatMap(
            entry ->
                entry.getValue().stream()
                    .map(table -> Arguments.of(entry.getKey(), table.scenario(), table.format())));
  }

  private static Map<SnapshotDelivery, List<ExportedTable>> tables() {
    Map<SnapshotDelivery, List<ExportedTable>> tables = new EnumMap<>(SnapshotDelivery.class);
    for (SnapshotDelivery delivery : SnapshotDelivery.values()) {
      tables.put(delivery, delivery.tables());
    }
    return tables;
  }
}
