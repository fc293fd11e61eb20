package io.lakeward.it.simulation;

import io.lakeward.autocdc.Happening;
import io.lakeward.autocdc.Reference;
import io.lakeward.autocdc.Streams.Feature;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.lake.LakeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.data.Record;

/** A table of a pipeline that is fed with a random stream. */
record StreamTable(String name, Kept kept, RandomStream stream) {

  /** How much of the past a table keeps. */
  enum Kept {
    TYPE_1(Reference::type1),
    TYPE_2(Reference::type2, "stored_as_scd_type: 2"),
    BITEMPORAL(
        Reference::bitemporal,
        "stored_as_scd_type: bitemporal",
        "system_sequence_by: system",
        "ignore_null_updates: true");

    private final Function<Reference, List<List<String>>> expected;
    private final List<String> keys;

    Kept(Function<Reference, List<List<String>>> expected, String... keys) {
      this.expected = expected;
      this.keys = List.of(keys);
    }
  }

  /** Adds the table to a pipeline. */
  void addTo(PipelineFile file) {
    List<String> keys = new ArrayList<>(kept.keys);
    keys.add("topic: " + name);
    keys.add("schema: \"" + RandomStream.SCHEMA + "\"");
    keys.add("keys: [id]");
    keys.add("column_list: " + RandomStream.COLUMNS);
    keys.add("sequence_by: " + (stream.has(Feature.STRUCT_SEQUENCES) ? "struct(seq, sub)" : "seq"));
    keys.add("apply_as_deletes: op = 'DELETE'");
    if (stream.has(Feature.TRUNCATES)) {
      keys.add("apply_as_truncates: op = 'TRUNCATE'");
    }
    if (stream.has(Feature.INTERVAL_VALUES)) {
      keys.add("interval_value: shown");
    }
    if (kept != Kept.BITEMPORAL) {
      keys.add("columns_to_update: updated");
    }
    if (kept != Kept.TYPE_1) {
      keys.add("track_history_column_list: " + stream.tracked());
    }
    file.table(name, keys.toArray(String[]::new));
  }

  /** Adds the events to the captures. */
  void deliverTo(CaptureFiles captures) {
    for (int batch = 0; batch < stream.batches().size(); batch++) {
      for (Happening happening : stream.batches().get(batch)) {
        captures.add(batch, name, stream.offset(happening), stream.event(happening));
      }
    }
  }

  /** How many events are delivered. */
  long events() {
    return stream.batches().stream().mapToLong(List::size).sum();
  }

  /** What the law says. */
  List<List<String>> expected() {
    return kept.expected.apply(new Reference(stream.rows(), stream.happenings()));
  }

  /** The rows of the table in the lake. */
  static List<List<String>> rows(LakeTable table) {
    return table.rows().stream()
        .map(row -> row.values().stream().map(StreamTable::text).toList())
        .toList();
  }

  private static String text(Object value) {
    if (value instanceof Long sequence) {
      return "%03d".formatted(sequence);
    }
    return value instanceof Record struct
        ? "%03d.%d"
            .formatted(
                struct.get(0, Number.class).longValue(), struct.get(1, Number.class).longValue())
        : (String) value;
  }
}
