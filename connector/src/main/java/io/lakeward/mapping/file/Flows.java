package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    for (Value value : values) {
      String name = target + "-" + (flows.size() + 1);
      open(table, value)
          .flatMap(flow -> FlowSection.read(flow, name, keys, format))
          .ifPresent(flows::add);
    }
    if (values.size() > 1) {
      requireComparableSequences(table, flows);
    }
    return flows;
  }

  /** What a flow leaves out holds as the table says it. */
  private static Optional<Section> open(Section table, Value value) {
    List<String> keysOfFlow = FlowSection.KEYS.stream().<String>map(Key::name).toList();
    List<String> others =
        table.fields().byKey().keySet().stream().filter(key -> !keysOfFlow.contains(key)).toList();
    Value merged = Defaults.under(value, table.fields().without(others));
    return Section.open(merged, table.reading(), FlowSection.KEYS);
  }

  /** The positions of two databases cannot be compared, so the mapping must give an order. */
  private static void requireComparableSequences(Section table, List<Flow> flows) {
    for (Flow flow : flows) {
      if (flow.rules().sequenceBy().isEmpty()) {
        table.report(
            FLOWS,
            ErrorCode.MISSING_SEQUENCE_BY,
            "the positions of several flows cannot be compared: " + flow.name(),
            "Write sequence_by");
      }
    }
  }
}
