package io.lakeward.it.snapshot;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.lake.LakeTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A table of names that is filled from exports in JSON lines, one directory each, named by its
 * version.
 *
 * @param directory of the pipeline
 */
record Exported(Path directory) {

  static final String TABLE = "names";

  private static final String MARKER = "_SUCCESS";

  /** An export of these names, each a row whose id is its place from 1; null for no row. */
  void export(long version, String... names) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      if (names[i] != null) {
        lines.add("{\"id\":%d,\"name\":\"%s\"}".formatted(i + 1, names[i]));
      }
    }
    exportLines(version, lines);
  }

  /** An export of lines of JSON. */
  void exportLines(long version, List<String> lines) {
    write(place(version).resolve("rows.json"), String.join("\n", lines));
  }

  /** Says that an export is complete. */
  void mark(long version) {
    write(place(version).resolve(MARKER), "");
  }

  /** Removes an export. */
  void remove(long version) {
    try (Stream<Path> files = Files.walk(place(version))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the export of a version is. */
  Path place(long version) {
    return directory.resolve("exports/version=" + version);
  }

  /** A mapping with this table of type 1 alone. */
  Path mapping(String... keys) {
    return addTo(PipelineFile.ofSnapshots(directory).trigger("200 milliseconds"), keys).write();
  }

  /** Adds the table to a pipeline. */
  PipelineFile addTo(PipelineFile file, String... keys) {
    return file.table(TABLE, lines("", keys));
  }

  /** The mapping of this table whose exports must be marked as complete. */
  Path markedMapping(String... keys) {
    return PipelineFile.ofSnapshots(directory)
        .trigger("200 milliseconds")
        .table(TABLE, lines(", success_marker: " + MARKER, keys))
        .write();
  }

  private String[] lines(String more, String... keys) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "snapshot: {path: \"%s/exports/version=*\", format: json, version: version%s}"
            .formatted(directory, more));
    lines.add("schema: \"id BIGINT, name STRING\"");
    lines.add("keys: [id]");
    lines.addAll(List.of(keys));
    return lines.toArray(String[]::new);
  }

  /** The rows as text, {@code 1 alice}, those of a history with their interval. */
  List<String> rows() {
    return look(
        table ->
            table.rows().stream()
                .map(row -> String.join(" ", row.values().stream().map(String::valueOf).toList()))
                .sorted()
                .toList());
  }

  /** What somebody sees of the table. */
  <T> T look(Function<LakeTable, T> look) {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return look.apply(lake.table(TABLE));
    }
  }

  /** Whether the table is there. */
  boolean isThere() {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.has(TABLE);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
