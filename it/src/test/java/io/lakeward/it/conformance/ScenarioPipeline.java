package io.lakeward.it.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.it.conformance.Scenario.Event;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Scenarios as the tables of one pipeline: batch N of each is in the file of batch N. */
final class ScenarioPipeline {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PipelineFile file;
  private final CaptureFiles captures;

  ScenarioPipeline(Path directory) {
    this.file = PipelineFile.ofCapture(directory);
    this.captures = new CaptureFiles(directory);
  }

  /** Adds the table of a scenario. */
  void add(Scenario scenario) {
    List<String> keys = new ArrayList<>();
    keys.add("topic: " + scenario.table());
    keys.add("schema: \"" + scenario.columns() + "\"");
    scenario.flow().forEach((key, value) -> keys.add(key + ": " + json(value)));
    file.table(scenario.table(), keys.toArray(String[]::new));
  }

  /** Adds the events of a scenario to the captures. */
  void deliver(Scenario scenario, List<List<Event>> batches) {
    for (int batch = 0; batch < batches.size(); batch++) {
      deliver(scenario, batch, batches.get(batch));
    }
  }

  /** Adds one batch of events of a scenario to the captures. */
  void deliver(Scenario scenario, int batch, List<Event> events) {
    for (Event event : events) {
      captures.add(batch, scenario.table(), event.offset(), event.fields());
    }
  }

  /** Writes the mapping. */
  Path mapping() {
    return file.write();
  }

  Path warehouse() {
    return file.warehouse();
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
