package io.lakeward.samples.orderslive;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A directory of Kafka records in the form that {@code kcat -C -J} prints, in several files: read
 * one at a time, each is a micro-batch.
 *
 * @param path the directory, which is there
 */
record Capture(Path path) {

  static final String TOPIC = "order-events";

  private static final int FILES = 4;

  Capture {
    requireNonNull(path, "path");
  }

  /** Writes a log into files of about the same number of records. */
  void write(List<LogRecord> log) throws IOException {
    for (int i = 0; i < FILES; i++) {
      int from = (int) ((long) log.size() * i / FILES);
      int to = (int) ((long) log.size() * (i + 1) / FILES);
      write(path.resolve("%d.jsonl".formatted(i + 1)), log.subList(from, to));
    }
  }

  private static void write(Path file, List<LogRecord> records) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (LogRecord log : records) {
        ObjectNode line =
            Json.object()
                .put("topic", TOPIC)
                .put("partition", log.partition())
                .put("offset", log.offset())
                .put("ts", log.arrivedMillis())
                .put("key", log.key())
                .put("payload", log.payload());
        out.write(Json.text(line));
        out.write('\n');
      }
    }
  }

  /** The payloads of all records of all files in no order, by their keys. */
  SortedMap<String, List<String>> payloadsByKey() throws IOException {
    SortedMap<String, List<String>> payloads = new TreeMap<>();
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        try (Stream<String> lines = Files.lines(file)) {
          lines
              .map(Json::parse)
              .forEach(
                  line ->
                      payloads
                          .computeIfAbsent(line.get("key").textValue(), key -> new ArrayList<>())
                          .add(line.get("payload").textValue()));
        }
      }
    }
    return payloads;
  }
}
