package io.lakeward.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.conformance.Scenario.Step;
import io.lakeward.it.connector.ConnectorProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scenario {@code guide-three-runs} as its reader would do it: three runs, then a query. */
class ThreeRunsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @Test
  void threeRunsAndAQuery(@TempDir Path directory) {
    Scenario scenario =
        Scenario.all().stream()
            .filter(one -> one.name().equals("guide-three-runs"))
            .findFirst()
            .orElseThrow();
    ScenarioPipeline pipeline = new ScenarioPipeline(directory);
    Step step = scenario.steps().get(0);
    Path mapping = pipeline.mapping(Map.of(scenario, step));
    for (int batch = 0; batch < step.batches().size(); batch++) {
      pipeline.deliver(batch, List.of(step.batches().get(batch)));
      try (ConnectorProcess run = ConnectorProcess.runOnce(mapping)) {
        assertThat(run.exitCode(PATIENCE)).as(run.output()).isZero();
      }
    }
    try (ConnectorProcess query =
        ConnectorProcess.start(
            directory,
            "query",
            "--mapping",
            mapping.toString(),
            "--format",
            "json",
            "SELECT id, name, seq FROM guide_three_runs ORDER BY id")) {
      assertThat(query.exitCode(PATIENCE)).as(query.output()).isZero();
      assertThat(query.stdout())
          .isEqualTo(
              """
              {"id":1,"name":"alicia","seq":2}
              {"id":3,"name":"carol","seq":1}
              """);
    }
  }
}
