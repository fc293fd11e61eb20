package io.lakeward.it.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A scenario: events, batch by batch, and the table afterwards.
 *
 * @param columns the columns of an event, in Spark's DDL
 * @param flow the keys of the flow in a mapping
 * @param error the code with which the last batch must fail; empty where it must not
 */
record Scenario(
    String name,
    String columns,
    Map<String, Object> flow,
    List<List<Event>> batches,
    Optional<String> error,
    List<String> expectedColumns,
    List<List<Object>> expectedRows) {

  private static final List<String> FILES =
      List.of("/conformance/autocdc.yaml", "/conformance/more.yaml");

  /**
   * An event at its place in the scenario, which it keeps however it is delivered.
   *
   * @param offset its place, from 0
   */
  record Event(long offset, Map<String, Object> fields) {}

  /** All scenarios of the files. */
  static List<Scenario> all() {
    return FILES.stream()
        .flatMap(file -> read(file).stream())
        .map(Scenario::map)
        .map(Scenario::of)
        .toList();
  }

  private static List<Object> read(String name) {
    try (InputStream file = Scenario.class.getResourceAsStream(name)) {
      return list(new Load(LoadSettings.builder().build()).loadFromInputStream(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name of the table in the lake, and of the topic. */
  String table() {
    return name.replace('-', '_');
  }

  /** The events in the order of the scenario. */
  List<Event> events() {
    return batches.stream().flatMap(List::stream).toList();
  }

  @Override
  public String toString() {
    return name;
  }

  private static Scenario of(Map<String, Object> yaml) {
    List<List<Event>> batches = new ArrayList<>();
    long offset = 0;
    for (Object batch : list(yaml.get("batches"))) {
      List<Event> events = new ArrayList<>();
      for (Object event : list(batch)) {
        events.add(new Event(offset++, map(event)));
      }
      batches.add(events);
    }
    Map<String, Object> expected = map(yaml.get("expect"));
    return new Scenario(
        (String) yaml.get("name"),
        (String) yaml.get("columns"),
        map(yaml.get("flow")),
        batches,
        Optional.ofNullable((String) yaml.get("error")),
        list(expected.get("columns")).stream().map(String.class::cast).toList(),
        list(expected.get("rows")).stream().map(Scenario::list).toList());
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
