package io.lakeward.autocdc;

import io.lakeward.autocdc.FoldedTable.Mode;
import io.lakeward.autocdc.Happening.Kind;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Makes changes of a scenario's events as its flow says: knows of SQL just the forms that occur in
 * the scenarios. The leaves of a struct are columns of their own.
 */
final class ScenarioFlow {

  private static final Pattern COMPARISON = Pattern.compile("(\\w+) = '(\\w+)'");
  private static final Pattern STRUCT = Pattern.compile("struct\\((.*)\\)");
  private static final Pattern NUMBER_IN_NAME =
      Pattern.compile("cast\\(substring_index\\((\\w+), '\\.', -1\\) as bigint\\)");
  private static final Pattern OUTSIDE_BRACKETS = Pattern.compile(", (?![^(<]*[)>])");

  private final Map<String, Object> flow;

  /** The leaves that the table selects, each as its column, and its field where it is one. */
  private final List<String[]> leaves = new ArrayList<>();

  ScenarioFlow(String columns, Map<String, Object> flow) {
    this.flow = flow;
    Map<String, String> types = new LinkedHashMap<>();
    for (String column : OUTSIDE_BRACKETS.split(columns)) {
      int space = column.indexOf(' ');
      types.put(column.substring(0, space), column.substring(space + 1));
    }
    List<String> selected = namesOf("column_list", List.copyOf(types.keySet()));
    List<String> excepted = namesOf("except_column_list", List.of());
    types.forEach(
        (name, type) -> {
          if (selected.contains(name) && !excepted.contains(name)) {
            addLeaves(name, type);
          }
        });
  }

  /** The mode of the table. */
  Mode mode() {
    Object type = flow.getOrDefault("stored_as_scd_type", 1);
    return type.equals(1) ? Mode.TYPE_1 : type.equals(2) ? Mode.TYPE_2 : Mode.BITEMPORAL;
  }

  PlainRows rows() {
    List<String> keys = namesOf("keys", List.of());
    List<String> tracked = namesOf("track_history_column_list", columns());
    List<String> untracked = namesOf("track_history_except_column_list", List.of());
    return new PlainRows(
        leaves.size(),
        ordinals(
            column ->
                tracked.contains(column) && !untracked.contains(column) && !keys.contains(column)));
  }

  /** A row as the scenario's reader sees it: without the key that the engine compares. */
  List<String> seen(List<String> row) {
    int intervals = mode() == Mode.TYPE_1 ? 0 : mode() == Mode.TYPE_2 ? 2 : 4;
    return row.subList(1, rows().start() + intervals);
  }

  /** An expected row, its structs as their leaves, but for those of the interval. */
  List<String> texts(List<Object> expected) {
    Map<String, Object> row = new HashMap<>();
    List<String> columns = columns();
    for (int i = 0; i < columns.size(); i++) {
      row.put(columns.get(i), expected.get(i));
    }
    List<String> texts = new ArrayList<>();
    leaves.forEach(leaf -> texts.add(text(valueOf(leaf, row))));
    expected.subList(columns.size(), expected.size()).forEach(bound -> texts.add(text(bound)));
    return texts;
  }

  /** The change of an event at this place of the scenario. */
  Happening happening(Map<String, Object> event, long offset) {
    Kind kind =
        holds("apply_as_truncates", event)
            ? Kind.TRUNCATE
            : holds("apply_as_deletes", event) ? Kind.DELETE : Kind.UPSERT;
    ColumnSet unauthored = kind == Kind.UPSERT ? unauthored(event) : ColumnSet.NONE;
    List<String> values = new ArrayList<>();
    for (int i = 0; i < leaves.size(); i++) {
      values.add(unauthored.contains(i + 1) ? null : text(valueOf(leaves.get(i), event)));
    }
    String key =
        kind == Kind.TRUNCATE
            ? ""
            : namesOf("keys", List.of()).stream().map(event::get).toList().toString();
    List<String> row =
        PlainRows.ofChange(
            key,
            values,
            shown(flow.containsKey("interval_value") ? "interval_value" : "sequence_by", event),
            shown("system_sequence_by", event));
    return new Happening(kind, position(event, offset), key, "", row, unauthored);
  }

  private void addLeaves(String name, String type) {
    if (type.startsWith("STRUCT<")) {
      String fields = type.substring("STRUCT<".length(), type.length() - 1);
      Arrays.stream(fields.split(", ", -1))
          .forEach(field -> leaves.add(new String[] {name, field.split(":", -1)[0]}));
    } else {
      leaves.add(new String[] {name});
    }
  }

  private Position position(Map<String, Object> event, long offset) {
    byte[] sequence = sequence("sequence_by", event);
    byte[] system = sequence("system_sequence_by", event);
    byte[] bytes =
        new OrderedBytes().putEncoded(sequence).putEncoded(system).putLong(offset).toBytes();
    return Position.of(bytes, sequence.length, system.length);
  }

  private byte[] sequence(String key, Map<String, Object> event) {
    OrderedBytes bytes = new OrderedBytes();
    if (flow.get(key) instanceof String expression) {
      Matcher struct = STRUCT.matcher(expression);
      if (struct.matches()) {
        for (String part : OUTSIDE_BRACKETS.split(struct.group(1))) {
          bytes.putPresent().putLong(number(part, event));
        }
      } else {
        bytes.putLong(number(expression, event));
      }
    }
    return bytes.toBytes();
  }

  private static long number(String expression, Map<String, Object> event) {
    Matcher file = NUMBER_IN_NAME.matcher(expression);
    if (file.matches()) {
      String name = (String) event.get(file.group(1));
      return Long.parseLong(name.substring(name.lastIndexOf('.') + 1));
    }
    Object value = Objects.requireNonNull(event.get(expression), expression);
    return value instanceof Number number
        ? number.longValue()
        : ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse((String) value));
  }

  private String shown(String key, Map<String, Object> event) {
    if (!(flow.get(key) instanceof String expression)) {
      return null;
    }
    Matcher struct = STRUCT.matcher(expression);
    if (!struct.matches()) {
      return text(event.get(expression));
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    for (String part : OUTSIDE_BRACKETS.split(struct.group(1))) {
      fields.put(part, event.get(part));
    }
    return text(fields);
  }

  private boolean holds(String key, Map<String, Object> event) {
    if (!flow.containsKey(key)) {
      return false;
    }
    Matcher comparison = COMPARISON.matcher((String) flow.get(key));
    if (!comparison.matches()) {
      throw new IllegalArgumentException("Cannot read the condition: " + flow.get(key));
    }
    return comparison.group(2).equals(event.get(comparison.group(1)));
  }

  private ColumnSet unauthored(Map<String, Object> event) {
    List<String> keys = namesOf("keys", List.of());
    if (flow.get("columns_to_update") instanceof String column) {
      return event.get(column) instanceof List<?> listed
          ? leaves(leaf -> !keys.contains(leaf[0]) && !isListed(leaf, listed))
          : ColumnSet.NONE;
    }
    List<String> ignoring =
        flow.containsKey("ignore_null_updates")
            ? columns()
            : namesOf("ignore_null_updates_column_list", List.of());
    if (flow.containsKey("ignore_null_updates_except_column_list")) {
      ignoring = new ArrayList<>(columns());
      ignoring.removeAll(namesOf("ignore_null_updates_except_column_list", List.of()));
    }
    List<String> ignored = ignoring;
    return leaves(leaf -> ignored.contains(leaf[0]) && valueOf(leaf, event) == null);
  }

  private static boolean isListed(String[] leaf, List<?> listed) {
    return listed.contains(leaf[0]) || listed.contains(String.join(".", leaf));
  }

  private ColumnSet ordinals(Predicate<String> column) {
    return leaves(leaf -> column.test(leaf[0]));
  }

  private ColumnSet leaves(Predicate<String[]> wanted) {
    return ColumnSet.of(
        IntStream.range(0, leaves.size())
            .filter(i -> wanted.test(leaves.get(i)))
            .map(i -> i + 1)
            .toArray());
  }

  private List<String> columns() {
    return leaves.stream().map(leaf -> leaf[0]).distinct().toList();
  }

  private List<String> namesOf(String key, List<String> otherwise) {
    return flow.get(key) instanceof List<?> names
        ? names.stream().map(String.class::cast).toList()
        : otherwise;
  }

  private static Object valueOf(String[] leaf, Map<String, Object> event) {
    Object value = event.get(leaf[0]);
    return leaf.length == 1 || value == null ? value : ((Map<?, ?>) value).get(leaf[1]);
  }

  private static String text(Object value) {
    return value == null ? null : value.toString();
  }
}
