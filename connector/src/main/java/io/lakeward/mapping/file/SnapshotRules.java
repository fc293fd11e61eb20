package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.SnapshotFormat;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What goes with snapshots in place of a topic, and what does not (semantics, section 12). */
final class SnapshotRules {
  private SnapshotRules() {}

  private static final String SNAPSHOT = "snapshot";
  private static final String TABLES = "tables";
  private static final String FLOWS = "flows";
  private static final List<String> TOPICS = List.of("topic", "topics", "topic_pattern");
  private static final String TYPE = "stored_as_scd_type";

  private static final String WHOLE_ROWS = "Leave it out: a snapshot holds whole rows";
  private static final String LACKING =
      "Leave it out: what a snapshot lacks is deleted, within absent_within";
  private static final String DECODED =
      "Write snapshot.format, and snapshot.options for its reader";

  /** Keys of a flow that do not go with snapshots, with what to do. */
  private static final Map<String, String> OF_CHANGES = new LinkedHashMap<>();

  /** Keys of a table that do not go with snapshots, with what to do. */
  private static final Map<String, String> OF_TABLES_OF_CHANGES =
      Map.of(
          "interval_value", "Leave it out: intervals begin and end at versions",
          "on_truncate", "Leave it out: a snapshot truncates nothing");

  static {
    OF_CHANGES.put("sequence_by", "Leave it out: the version orders snapshots");
    OF_CHANGES.put("apply_as_deletes", LACKING);
    OF_CHANGES.put("apply_as_truncates", LACKING);
    FlowSection.PARTIAL_UPDATES.forEach(key -> OF_CHANGES.put(key.name(), WHOLE_ROWS));
    EncodingSection.KEYS.stream()
        .map(Key::name)
        .filter(key -> !key.equals(EncodingSection.SCHEMA.name()))
        .forEach(key -> OF_CHANGES.put(key, DECODED));
  }

  /**
   * What a table or flow takes over of what is said for many: what does not go with its own input
   * is meant for the others.
   */
  static Value.Fields inherited(Value.Fields own, Value.Fields common) {
    if (own.byKey().containsKey(SNAPSHOT)) {
      return common
          .without(List.copyOf(OF_CHANGES.keySet()))
          .without(List.copyOf(OF_TABLES_OF_CHANGES.keySet()));
    }
    boolean records = TOPICS.stream().anyMatch(own.byKey()::containsKey);
    return records ? common.without(List.of(FlowSection.ABSENT_WITHIN.name())) : common;
  }

  /** Reports what a flow says that does not go with what it reads. */
  static void checkFlow(Section flow) {
    Key<?> within = FlowSection.ABSENT_WITHIN;
    if (!flow.has(FlowSection.SNAPSHOT)) {
      if (flow.has(within)) {
        flow.report(within, within.name() + " goes with snapshot only", "Leave it out");
      }
      return;
    }
    refuse(flow, OF_CHANGES);
    if (flow.has(within) && has(flow.fields().byKey().get(SNAPSHOT).value(), within.name())) {
      flow.report(within, "snapshot." + within.name() + " is given too", "Keep one of them");
    }
    flow.get(FlowSection.SNAPSHOT)
        .map(snapshots -> snapshots.format())
        .filter(format -> !format.isOfFiles() && flow.has(EncodingSection.SCHEMA))
        .ifPresent(format -> refuseSchema(flow, format));
  }

  static void refuseSchema(Section flow, SnapshotFormat format) {
    flow.report(
        EncodingSection.SCHEMA,
        "schema does not go with snapshots of format " + format.key() + ", which have one",
        "Leave it out");
  }

  /** Reports what a table says that does not go with snapshots. */
  static void checkTable(Section table) {
    List<Value> flows = flows(table.fields());
    long snapshots = flows.stream().filter(flow -> has(flow, SNAPSHOT)).count();
    if (snapshots == 0) {
      return;
    }
    Map<String, String> refused = new LinkedHashMap<>(OF_TABLES_OF_CHANGES);
    if (snapshots < flows.size()) {
      refused.remove("on_truncate"); // the other flows' truncates
    }
    refuse(table, refused);
    if (StoredAsSection.isBitemporal(table)) {
      Key<String> type = new Key<>(TYPE, Scalars.TEXT);
      table.report(type, TYPE + " bitemporal does not go with snapshot", "Write 1 or 2");
    }
  }

  /**
   * Reports what a flow of snapshots must say where its table has several: its place in the list is
   * no name, since it would lose its versions to another by it; and each would delete the rows of
   * the others.
   */
  static void checkAmongOthers(Section flow, Section table) {
    long snapshots = flows(table.fields()).stream().filter(other -> has(other, SNAPSHOT)).count();
    if (snapshots < 2) {
      return;
    }
    if (!flow.has(FlowSection.NAME)) {
      flow.report(
          FlowSection.SNAPSHOT,
          "one of several flows of snapshots has no name, by which its versions are kept",
          "Write name: <a name of its own>");
    }
    String within = FlowSection.ABSENT_WITHIN.name();
    boolean inside = has(flow.fields().byKey().get(SNAPSHOT).value(), within);
    if (!flow.has(FlowSection.ABSENT_WITHIN) && !inside) {
      flow.report(
          FlowSection.SNAPSHOT,
          "each of several flows of snapshots would delete the rows of the others",
          "Write absent_within: <a condition for the rows that are its own>");
    }
  }

  /** Reports flows of snapshots that call the same rows their own. */
  static void checkApart(Section table, List<Flow> flows) {
    Map<Expression, Flow> owners = new HashMap<>();
    for (Flow flow : flows) {
      if (flow.input() instanceof Input.Snapshots snapshots
          && snapshots.absentWithin().isPresent()) {
        Flow other = owners.putIfAbsent(snapshots.absentWithin().get(), flow);
        if (other != null) {
          table.report(
              Flows.FLOWS,
              "absent_within of " + flow.name() + " is that of " + other.name(),
              "Write a condition for the rows of each");
        }
      }
    }
  }

  /** Whether one of the flows into a table reads snapshots. */
  static boolean readsSnapshots(Section table) {
    return flows(table.fields()).stream().anyMatch(flow -> has(flow, SNAPSHOT));
  }

  /** Reports that the keys of a table of snapshots are missing, if they are. */
  static void requireKeys(Section table, Key<?> keys) {
    if (!table.has(keys)) {
      table.report(
          keys,
          ErrorCode.EMPTY_KEYS,
          "snapshots do not say what the key of a row is",
          "Write keys: [column, …]");
    }
  }

  /** Whether a pipeline has flows and all of them read snapshots, so that it needs no source. */
  static boolean readsOnlySnapshots(Value.Fields pipeline) {
    Optional<Value> defaults = value(pipeline, "defaults");
    List<Value> flows =
        items(pipeline, TABLES).stream()
            .map(
                table ->
                    defaults.orElse(table) instanceof Value.Fields fields
                        ? Defaults.under(table, fields)
                        : table)
            .flatMap(table -> flows(table).stream())
            .toList();
    return !flows.isEmpty() && flows.stream().allMatch(flow -> has(flow, SNAPSHOT));
  }

  private static void refuse(Section section, Map<String, String> keys) {
    keys.forEach(
        (name, fix) -> {
          Key<String> key = new Key<>(name, Scalars.TEXT);
          if (section.has(key)) {
            section.report(key, name + " does not go with snapshot", fix);
          }
        });
  }

  private static List<Value> flows(Value table) {
    return has(table, FLOWS) ? items((Value.Fields) table, FLOWS) : List.of(table);
  }

  private static boolean has(Value value, String key) {
    return value instanceof Value.Fields fields && fields.byKey().containsKey(key);
  }

  private static List<Value> items(Value.Fields fields, String key) {
    return value(fields, key)
        .map(value -> value instanceof Value.Items items ? items.values() : List.<Value>of())
        .orElse(List.of());
  }

  private static Optional<Value> value(Value.Fields fields, String key) {
    return Optional.ofNullable(fields.byKey().get(key)).map(Value.Field::value);
  }
}
