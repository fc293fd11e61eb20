package io.lakeward.it.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A scenario: events, batch by batch, and the table afterwards.
 *
 * @param cases the cases from the field that it shows, by their numbers in {@code cases.md}
 * @param standing how the table is made and filled before the first run, in SQL with {@code
 *     ${table}} for its name; empty where the first run makes it
 * @param steps what is run one after the other
 * @param dependsOnDelivery whether the table hangs on which events come together, as where a delete
 *     is forgotten in between
 */
record Scenario(
    String name,
    List<String> cases,
    List<String> standing,
    List<Step> steps,
    boolean dependsOnDelivery,
    List<String> expectedColumns,
    List<List<Object>> expectedRows) {

  private static final List<String> FILES =
      List.of(
          "/conformance/autocdc.yaml",
          "/conformance/more.yaml",
          "/conformance/product.yaml",
          "/conformance/cases.yaml");

  /** What runs in a step. */
  enum Command {
    RUN,
    REFRESH
  }

  /**
   * Events that come, and a run or a refresh after them.
   *
   * @param keys the keys of the table in the mapping
   * @param error the code with which it must fail; empty where it must not
   */
  record Step(
      Command command,
      Map<String, Object> keys,
      List<List<Event>> batches,
      Optional<String> error) {

    /** The events in the order of the scenario. */
    List<Event> events() {
      return batches.stream().flatMap(List::stream).toList();
    }
  }

  /**
   * An event at its place in its topic, which it keeps however it is delivered.
   *
   * @param offset its place, from 0
   * @param key what its key holds; empty for a record without key
   * @param value what it holds; empty for a record without value
   */
  record Event(
      String topic,
      long offset,
      Optional<Object> key,
      Optional<Object> value,
      Map<String, String> headers) {

    /** An event as a scenario writes it: its fields, or what stands beside them. */
    static Event of(String topic, long offset, Map<String, Object> written) {
      Map<String, Object> fields = new LinkedHashMap<>(written);
      Optional<Object> key = Optional.ofNullable(fields.remove("_key"));
      Map<String, String> headers = new LinkedHashMap<>();
      map(fields.getOrDefault("_headers", Map.of()))
          .forEach((k, v) -> headers.put(k, v.toString()));
      fields.remove("_headers");
      boolean isWhole = fields.containsKey("_value");
      return new Event(
          topic,
          offset,
          key,
          isWhole ? Optional.ofNullable(fields.get("_value")) : Optional.of(fields),
          headers);
    }
  }

  /** All scenarios of the files. */
  static List<Scenario> all() {
    return FILES.stream()
        .flatMap(file -> read(file).stream())
        .map(Scenario::map)
        .map(Scenario::of)
        .toList();
  }

  private static List<String> texts(Object yaml) {
    return list(yaml).stream().map(String.class::cast).toList();
  }

  private static List<Object> read(String name) {
    try (InputStream file = Scenario.class.getResourceAsStream(name)) {
      return list(new Load(LoadSettings.builder().build()).loadFromInputStream(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name of the table in the lake, and of its topic where it has one. */
  String table() {
    return tableOf(name);
  }

  /** Whether something in it must fail, which it does in the batch that the scenario says. */
  boolean fails() {
    return steps.stream().anyMatch(step -> step.error().isPresent());
  }

  @Override
  public String toString() {
    return name;
  }

  private static Scenario of(Map<String, Object> yaml) {
    String name = (String) yaml.get("name");
    Map<String, Object> expected = map(yaml.get("expect"));
    return new Scenario(
        name,
        texts(yaml.getOrDefault("cases", List.of())),
        texts(yaml.getOrDefault("standing", List.of())),
        steps(name, yaml),
        yaml.containsKey("depends_on_delivery"),
        texts(expected.get("columns")),
        list(expected.get("rows")).stream().map(Scenario::list).toList());
  }

  /** The scenario's own step, and those of {@code then}: each has what it says anew. */
  private static List<Step> steps(String name, Map<String, Object> yaml) {
    Map<String, Long> offsets = new HashMap<>();
    Map<String, Object> keys = new LinkedHashMap<>();
    List<Object> all = new ArrayList<>(List.of(yaml));
    all.addAll(list(yaml.getOrDefault("then", List.of())));
    List<Step> steps = new ArrayList<>();
    for (Object one : all) {
      Map<String, Object> step = map(one);
      if (step.containsKey("columns")) {
        keys.put("schema", step.get("columns"));
      }
      map(step.getOrDefault("flow", Map.of())).forEach(keys::put);
      keys.values().removeIf("unset"::equals);
      steps.add(
          new Step(
              step.containsKey("refresh") ? Command.REFRESH : Command.RUN,
              new LinkedHashMap<>(keys),
              batches(tableOf(name), list(step.getOrDefault("batches", List.of())), offsets),
              Optional.ofNullable((String) step.get("error"))));
    }
    return steps;
  }

  private static List<List<Event>> batches(
      String table, List<Object> yaml, Map<String, Long> offsets) {
    List<List<Event>> batches = new ArrayList<>();
    for (Object batch : yaml) {
      List<Event> events = new ArrayList<>();
      for (Object event : list(batch)) {
        Map<String, Object> fields = new LinkedHashMap<>(map(event));
        Object topic = fields.remove("_topic");
        String from = topic == null ? table : topic.toString();
        long offset = offsets.merge(from, 1L, Long::sum) - 1;
        events.add(Event.of(from, offset, fields));
      }
      batches.add(events);
    }
    return batches;
  }

  private static String tableOf(String name) {
    return name.replace('-', '_');
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
