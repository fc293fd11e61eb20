package io.lakeward.it.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.it.conformance.Scenario.Event;
import io.lakeward.it.conformance.Scenario.Step;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Scenarios as the tables of one pipeline: batch N of each is in the file of batch N. */
final class ScenarioPipeline {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path directory;
  private final CaptureFiles captures;

  ScenarioPipeline(Path directory) {
    this.directory = directory;
    this.captures = new CaptureFiles(directory);
  }

  /** Adds batches of events to the captures, the first as the batch of this number. */
  void deliver(int first, List<List<Event>> batches) {
    for (int batch = 0; batch < batches.size(); batch++) {
      for (Event event : batches.get(batch)) {
        captures.addText(
            first + batch,
            event.topic(),
            event.offset(),
            event.key().map(ScenarioPipeline::json).orElse(null),
            event.value().map(ScenarioPipeline::json).orElse(null),
            event.headers());
      }
    }
  }

  /** Writes the mapping with these tables, each as its step has it. */
  Path mapping(Map<Scenario, Step> steps) {
    PipelineFile file = PipelineFile.ofCapture(directory);
    steps.forEach((scenario, step) -> file.table(scenario.table(), lines(scenario, step)));
    return file.write();
  }

  Path warehouse() {
    return PipelineFile.ofCapture(directory).warehouse();
  }

  private static String[] lines(Scenario scenario, Step step) {
    List<String> lines = new ArrayList<>();
    if (!step.keys().containsKey("flows")) {
      lines.add("topic: " + scenario.table());
    }
    step.keys().forEach((key, value) -> lines.add(key + ": " + json(value)));
    return lines.toArray(String[]::new);
  }

  /** JSON is YAML. */
  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
