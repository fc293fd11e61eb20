package io.lakeward.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.conformance.Scenario.Step;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.lake.LakeTable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The one law: a table is a function of the set of events with their positions, however they are
 * delivered. The scenarios of a delivery that have as many batches run as the tables of one
 * pipeline.
 */
class ConformanceTest {

  private static final Map<Group, ScenarioRuns> RUNS = new HashMap<>();

  /** Scenarios that run together; of one step, none waits for a longer one with empty batches. */
  private record Group(Delivery delivery, int steps, int batches) {
    static Group of(Delivery delivery, Scenario scenario) {
      int steps = scenario.steps().size();
      int batches = delivery.batches(scenario.steps().get(0)).size();
      return new Group(delivery, steps, steps == 1 ? batches : 0);
    }

    ScenarioRuns run() {
      return ScenarioRuns.of(
          directory.resolve(delivery.name() + "_" + steps + "_" + batches),
          delivery,
          Scenario.all().stream()
              .filter(delivery::suits)
              .filter(scenario -> of(delivery, scenario).equals(this))
              .toList());
    }
  }

  @TempDir private static Path directory;

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("deliveries")
  void tableIsAFunctionOfTheSetOfEvents(Delivery delivery, Scenario scenario) {
    ScenarioRuns runs = RUNS.computeIfAbsent(Group.of(delivery, scenario), Group::run);
    for (int step = 0; step < scenario.steps().size(); step++) {
      assertThat(runs.error(scenario, step))
          .as("the error of step %d", step)
          .isEqualTo(scenario.steps().get(step).error());
    }
    if (scenario.steps().size() == 1 && !scenario.fails()) {
      assertThat(runs.records(scenario)).isEqualTo(events(delivery, scenario.steps().get(0)));
    }
    try (Lake lake = Lake.open(runs.warehouse(), PipelineFile.NAMESPACE)) {
      LakeTable table = lake.table(scenario.table());
      assertThat(table.columns())
          .startsWith(scenario.expectedColumns().toArray(String[]::new))
          .endsWith(LakeTable.BOOKKEEPING)
          .hasSize(scenario.expectedColumns().size() + 1);
      assertThat(PlainRows.of(table)).containsExactlyInAnyOrderElementsOf(PlainRows.of(scenario));
    }
  }

  static Stream<Arguments> deliveries() {
    return Stream.of(Delivery.values())
        .flatMap(
            delivery ->
                Scenario.all().stream()
                    .filter(delivery::suits)
                    .map(scenario -> Arguments.of(delivery, scenario)));
  }

  private static long events(Delivery delivery, Step step) {
    return delivery.batches(step).stream().mapToLong(List::size).sum();
  }
}
