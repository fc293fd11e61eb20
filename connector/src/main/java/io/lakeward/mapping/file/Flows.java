package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Format;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The flows into a table: the one that the table itself describes, or those in {@code flows}. */
final class Flows {
  private Flows() {}

  static final Key<List<Value>> FLOWS =
      new Key<>("flows", Containers.listOf((value, reading) -> Optional.of(value)));

  static List<Flow> read(Section table, String target, List<String> keys, Format format) {
    if (!table.has(FLOWS)) {
      return FlowSection.read(table, target, keys, format).map(List::of).orElse(List.of());
    }
    table.atMostOne(
        ErrorCode.MAPPING_INVALID,
        FLOWS,
        FlowSection.TOPIC,
        FlowSection.TOPICS,
        FlowSection.TOPIC_PATTERN,
        FlowSection.SNAPSHOT);
    List<Value> values = table.get(FLOWS).orElse(List.of());
    List<Flow> flows = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Optional<Section> opened = open(table, values.get(i));
      if (opened.isEmpty()) {
        continue;
      }
      Section flow = opened.get();
      String place = String.valueOf(i + 1);
      if (flow.has(FlowSection.SNAPSHOT)) {
        SnapshotRules.checkAmongOthers(flow, table);
      } else if (values.size() > 1 && !EncodingSection.isCustom(flow, format)) {
        ChangeRulesSection.requireSequence(flow, place);
      }
      String name = target + "-" + nameOf(flow, place);
      FlowSection.read(flow, name, keys, format).ifPresent(flows::add);
    }
    FanIn.check(table, flows, keys);
    SnapshotRules.checkApart(table, flows);
    Set<String> names = new HashSet<>();
    return flows.stream().filter(flow -> names.add(flow.name())).toList();
  }

  /**
   * By its topic rather than its place, so that a flow keeps its progress beside a new one. The
   * path of snapshots may be longer than a directory's name.
   */
  private static String nameOf(Section flow, String place) {
    return flow.has(FlowSection.SNAPSHOT) ? "snapshots" : flow.get(FlowSection.TOPIC).orElse(place);
  }

  /** What a flow leaves out holds as the table says it. */
  private static Optional<Section> open(Section table, Value value) {
    List<String> keysOfFlow = FlowSection.KEYS.stream().<String>map(Key::name).toList();
    List<String> others =
        table.fields().byKey().keySet().stream().filter(key -> !keysOfFlow.contains(key)).toList();
    Value merged = Defaults.under(value, table.fields().without(others));
    return Section.open(merged, table.reading(), FlowSection.KEYS);
  }
}
