package io.lakeward.samples.capture;

import io.lakeward.samples.rows.ColumnForm;
import io.lakeward.samples.rows.SourceRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A sample: a directory with a mapping, captures, and the rows that must come of them.
 *
 * @param directory where it is
 */
public record SampleDirectory(Path directory) {

  /** A sample whose captures, schemas and rows are to be written anew. */
  public static SampleDirectory emptied(Path directory) throws IOException {
    for (String written : List.of("capture", "expected", "schemas")) {
      delete(directory.resolve(written));
    }
    return new SampleDirectory(directory);
  }

  private static void delete(Path tree) throws IOException {
    if (Files.exists(tree)) {
      try (Stream<Path> files = Files.walk(tree)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Where the captures are. */
  public Path capture() {
    return directory.resolve("capture");
  }

  /** Where the Avro schemas are, if there are any. */
  public Path schemas() {
    return directory.resolve("schemas");
  }

  /** Writes what a table holds now, read from the source, as what its replica must hold. */
  public void expect(String table, String order, Connection source, Map<String, ColumnForm> columns)
      throws IOException, SQLException {
    Path expected = Files.createDirectories(directory.resolve("expected"));
    Files.write(expected.resolve(table + ".jsonl"), SourceRows.read(source, table, order, columns));
  }
}
