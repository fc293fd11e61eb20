package io.lakeward.it.evolution;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types.NestedField;

/** What comes to the tables of a pipeline, a batch in each round, and what they hold of it. */
final class Rounds {

  private final Path directory;
  private final CaptureFiles captures;
  private final Map<String, Long> offsets = new HashMap<>();

  Rounds(Path directory) {
    this.directory = directory;
    this.captures = new CaptureFiles(directory);
  }

  /** Sends records to a topic, in the batch of a round. */
  void send(int round, String topic, JsonNode... records) {
    for (JsonNode record : records) {
      captures.add(round, topic, offsets.merge(topic, 1L, Long::sum) - 1, record);
    }
  }

  /** The rows of a table, each as its values, without intervals that are open. */
  List<String> rows(String table) {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table(table).rows().stream()
          .map(row -> String.join(", ", row.values().stream().map(Rounds::text).toList()))
          .sorted()
          .toList();
    }
  }

  /** The columns of a table with their types, without those of Lakeward. */
  List<String> columns(String table) {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table(table).iceberg().schema().columns().stream()
          .filter(column -> !column.name().startsWith("_"))
          .map(Rounds::described)
          .toList();
    }
  }

  /** Of each record of a table that was set aside: its offset, the reason and the detail. */
  List<String> letters(String table) {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table("_lakeward_dead_letters").rows().stream()
          .filter(row -> row.get("flow").equals(table))
          .sorted(Comparator.comparing(row -> (Long) row.get("offset")))
          .map(row -> row.get("offset") + " " + row.get("reason") + " " + row.get("detail"))
          .toList();
    }
  }

  private static String described(NestedField column) {
    return column.name()
        + " "
        + column.type().toString().replaceAll("\\d+: ", "").replace(" optional", "");
  }

  private static String text(Object value) {
    if (value instanceof Record struct) {
      return struct.struct().fields().stream()
          .map(field -> text(struct.getField(field.name())))
          .toList()
          .toString();
    } else if (value instanceof List<?> list) {
      return list.stream().map(Rounds::text).toList().toString();
    } else if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
          .sorted()
          .toList()
          .toString();
    }
    return String.valueOf(value);
  }
}
