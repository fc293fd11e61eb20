package io.lakeward.samples.orderslive;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * A directory with what the tables must hold, in the form that {@code query --format json} prints:
 * a file for each table, a line for each row, by order, those of a history by their time.
 *
 * @param path the directory, which is there
 */
record ExpectedTables(Path path) {
  ExpectedTables {
    requireNonNull(path, "path");
  }

  /** Writes what follows from the payloads of all records, each under its key. */
  void write(SortedMap<String, List<String>> payloadsByKey) throws IOException {
    try (BufferedWriter orders = Files.newBufferedWriter(path.resolve("orders.jsonl"));
        BufferedWriter history = Files.newBufferedWriter(path.resolve("order_history.jsonl"))) {
      for (List<String> payloads : payloadsByKey.values()) {
        Recomputation order = Recomputation.of(payloads.stream().map(Json::parse).toList());
        write(orders, order.current().stream().toList());
        write(history, order.history());
      }
    }
  }

  private static void write(BufferedWriter out, List<ObjectNode> rows) throws IOException {
    for (ObjectNode row : rows) {
      out.write(Json.text(row));
      out.write('\n');
    }
  }
}
