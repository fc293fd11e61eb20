package io.lakeward.autocdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published scenarios on the bare engine, in all modes, however they are delivered. */
class ConformanceTest {

  private static final long SEED = 20260130;

  @Test
  void everyModeHasScenarios() {
    assertThat(scenarios().map(scenario -> scenario.flow().mode()))
        .contains(FoldedTable.Mode.TYPE_1, FoldedTable.Mode.TYPE_2, FoldedTable.Mode.BITEMPORAL)
        .hasSizeGreaterThan(50);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void batchByBatch(Scenario scenario) {
    check(scenario, scenario.batches());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void allAtOnceInNoOrder(Scenario scenario) {
    check(scenario, List.of(shuffled(scenario)));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void eachAloneInNoOrder(Scenario scenario) {
    check(scenario, shuffled(scenario).stream().map(List::of).toList());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void eachTwiceAndAllOnceMore(Scenario scenario) {
    List<Happening> twice = new ArrayList<>(scenario.happenings());
    twice.addAll(scenario.happenings());
    check(scenario, List.of(twice, shuffled(scenario)));
  }

  static Stream<Scenario> scenarios() {
    return Scenario.all().stream();
  }

  private static void check(Scenario scenario, List<List<Happening>> batches) {
    ScenarioFlow flow = scenario.flow();
    FoldedTable table = new FoldedTable(flow.rows(), flow.mode());
    batches.forEach(table::apply);
    assertThat(table.visible().stream().map(flow::seen))
        .containsExactlyInAnyOrderElementsOf(scenario.expected());
  }

  private static List<Happening> shuffled(Scenario scenario) {
    List<Happening> happenings = new ArrayList<>(scenario.happenings());
    Collections.shuffle(happenings, new Random(SEED));
    return happenings;
  }
}
