package io.lakeward.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
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

  private static final Map<Group, Run> RUNS = new HashMap<>();

  /** Scenarios that run together; none waits for a longer one with empty batches. */
  private record Group(Delivery delivery, int batches) {
    static Group of(Delivery delivery, Scenario scenario) {
      return new Group(delivery, delivery.batches(scenario).size());
    }

    ScenarioPipeline pipeline() {
      return new ScenarioPipeline(directory.resolve(delivery.name() + "_" + batches));
    }

    Stream<Scenario> scenarios() {
      return Scenario.all().stream()
          .filter(delivery::suits)
          .filter(scenario -> of(delivery, scenario).equals(this));
    }
  }

  @TempDir private static Path directory;

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("deliveries")
  void tableIsAFunctionOfTheSetOfEvents(Delivery delivery, Scenario scenario) {
    Group group = Group.of(delivery, scenario);
    Run run = RUNS.computeIfAbsent(group, ConformanceTest::run);
    if (scenario.error().isPresent()) {
      assertThat(run.failure(scenario.table()).code().name()).isEqualTo(scenario.error().get());
    } else {
      assertThat(run.failed()).doesNotContain(scenario.table());
      assertThat(run.records(scenario.table()))
          .isEqualTo(delivery.batches(scenario).stream().mapToLong(List::size).sum());
    }
    try (Lake lake = Lake.open(group.pipeline().warehouse(), PipelineFile.NAMESPACE)) {
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

  private static Run run(Group group) {
    ScenarioPipeline pipeline = group.pipeline();
    group
        .scenarios()
        .forEach(
            scenario -> {
              pipeline.add(scenario);
              pipeline.deliver(scenario, group.delivery().batches(scenario));
            });
    return Run.attempt(pipeline.mapping());
  }
}
