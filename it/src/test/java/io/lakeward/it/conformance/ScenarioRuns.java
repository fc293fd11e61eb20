package io.lakeward.it.conformance;

import io.lakeward.error.LakewardException;
import io.lakeward.it.conformance.Scenario.Command;
import io.lakeward.it.conformance.Scenario.Event;
import io.lakeward.it.conformance.Scenario.Step;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Rebuild;
import io.lakeward.it.connector.Run;
import io.lakeward.it.connector.SparkSql;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The steps of scenarios, each step of all of them in one pipeline, and what became of them. */
final class ScenarioRuns {

  private final ScenarioPipeline pipeline;
  private final Delivery delivery;
  private final List<Run> runs = new ArrayList<>();
  private final List<Map<Scenario, LakewardException>> refused = new ArrayList<>();
  private int batches;

  private ScenarioRuns(Path directory, Delivery delivery) {
    this.pipeline = new ScenarioPipeline(directory);
    this.delivery = delivery;
  }

  /** Runs the scenarios below a directory. */
  static ScenarioRuns of(Path directory, Delivery delivery, List<Scenario> scenarios) {
    ScenarioRuns runs = new ScenarioRuns(directory, delivery);
    runs.fill(scenarios);
    int steps = scenarios.stream().mapToInt(scenario -> scenario.steps().size()).max().orElse(0);
    for (int step = 0; step < steps; step++) {
      Map<Scenario, Step> now = new LinkedHashMap<>();
      for (Scenario scenario : scenarios) {
        if (step < scenario.steps().size()) {
          now.put(scenario, scenario.steps().get(step));
        }
      }
      runs.step(now);
    }
    return runs;
  }

  /** The code with which a step of a scenario failed; empty where it did not. */
  Optional<String> error(Scenario scenario, int step) {
    LakewardException refusal = refused.get(step).get(scenario);
    if (refusal != null) {
      return Optional.of(refusal.code().name());
    }
    Run run = runs.get(step);
    return run.failed().contains(scenario.table())
        ? Optional.of(run.failure(scenario.table()).code().name())
        : Optional.empty();
  }

  /** The records of a scenario that the first run read. */
  long records(Scenario scenario) {
    return runs.get(0).records(scenario.table());
  }

  Path warehouse() {
    return pipeline.warehouse();
  }

  private void fill(List<Scenario> scenarios) {
    List<String> statements = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      String name = "lake." + PipelineFile.NAMESPACE + "." + scenario.table();
      scenario.standing().forEach(sql -> statements.add(sql.replace("${table}", name)));
    }
    if (!statements.isEmpty()) {
      Map<Scenario, Step> first = new LinkedHashMap<>();
      scenarios.forEach(scenario -> first.put(scenario, scenario.steps().get(0)));
      SparkSql.execute(pipeline.mapping(first), statements.toArray(String[]::new));
    }
  }

  private void step(Map<Scenario, Step> steps) {
    int longest = 0;
    for (Step step : steps.values()) {
      List<List<Event>> delivered = delivery.batches(step);
      pipeline.deliver(batches, delivered);
      longest = Math.max(longest, delivered.size());
    }
    batches += longest;
    refused.add(refresh(steps));
    Map<Scenario, Step> running = new LinkedHashMap<>(steps);
    running.values().removeIf(step -> step.command() == Command.REFRESH);
    runs.add(running.isEmpty() ? Run.nothing() : Run.attempt(pipeline.mapping(running)));
  }

  private Map<Scenario, LakewardException> refresh(Map<Scenario, Step> steps) {
    Map<Scenario, LakewardException> refusals = new HashMap<>();
    steps.forEach(
        (scenario, step) -> {
          if (step.command() == Command.REFRESH) {
            Rebuild.attempt(pipeline.mapping(steps), scenario.table())
                .ifPresent(refusal -> refusals.put(scenario, refusal));
          }
        });
    return refusals;
  }
}
