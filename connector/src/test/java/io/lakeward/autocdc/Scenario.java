package io.lakeward.autocdc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A conformance scenario for the bare engine: changes, batch by batch, and the table afterwards.
 *
 * @param flow what the mapping says of the changes
 * @param expected the rows afterwards, as text
 */
record Scenario(
    String name, ScenarioFlow flow, List<List<Happening>> batches, List<List<String>> expected) {

  /** The files that the integration tests play into a real table. */
  private static final Path FILES = Path.of("..", "it", "src", "test", "resources", "conformance");

  /** All scenarios, but those of records that never come to the engine. */
  static List<Scenario> all() {
    return Stream.of("autocdc.yaml", "more.yaml")
        .flatMap(name -> read(FILES.resolve(name)).stream())
        .map(Scenario::map)
        .filter(scenario -> !scenario.containsKey("error"))
        .map(Scenario::of)
        .toList();
  }

  private static List<Object> read(Path file) {
    try {
      return list(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The changes in the order of the scenario. */
  List<Happening> happenings() {
    return batches.stream().flatMap(List::stream).toList();
  }

  @Override
  public String toString() {
    return name;
  }

  private static Scenario of(Map<String, Object> yaml) {
    ScenarioFlow flow = new ScenarioFlow((String) yaml.get("columns"), map(yaml.get("flow")));
    List<List<Happening>> batches = new ArrayList<>();
    long offset = 0;
    for (Object batch : list(yaml.get("batches"))) {
      List<Happening> happenings = new ArrayList<>();
      for (Object event : list(batch)) {
        happenings.add(flow.happening(map(event), offset++));
      }
      batches.add(happenings);
    }
    List<List<String>> expected = new ArrayList<>();
    for (Object row : list(map(yaml.get("expect")).get("rows"))) {
      expected.add(flow.texts(list(row)));
    }
    return new Scenario((String) yaml.get("name"), flow, batches, expected);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object yaml) {
    return (Map<String, Object>) yaml;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object yaml) {
    return (List<Object>) yaml;
  }
}
