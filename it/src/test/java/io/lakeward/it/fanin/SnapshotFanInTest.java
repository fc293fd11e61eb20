package io.lakeward.it.fanin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A full export and changes of the same rows, into one table: what it holds does not depend on
 * which of them comes first, late changes of rows that the export has or lacks among them.
 */
class SnapshotFanInTest {

  private static final String SNAPSHOT_FLOW =
      "- {name: %s_export, snapshot: {path: \"%s/exports/version=*\", format: json, version:"
          + " version}, schema: \"id BIGINT, name STRING\"}";

  private static final String CHANGES_FLOW =
      "- {name: %s_changes, topic: %s, format: json, schema: \"id BIGINT, name STRING, seq BIGINT,"
          + " gone BOOLEAN\", sequence_by: seq, apply_as_deletes: gone, column_list: [id, name]}";

  @TempDir private Path directory;

  @Test
  void theExportFirst() throws IOException {
    Path mapping = mapping();
    export();
    changes(List.of(change(9, "nobody", 90)), 0);
    Run.once(mapping);
    changes(CHANGES, 1);
    Run.once(mapping);
    assertTables();
  }

  @Test
  void theChangesFirst() throws IOException {
    Path mapping = mapping();
    changes(List.of(change(9, "nobody", 90)), 0);
    changes(CHANGES, 1);
    Path pending = directory.resolve("exports");
    Files.createDirectories(pending.resolve("version=3"));
    Files.writeString(pending.resolve("version=3/rows.json"), "");
    Run.once(mapping);
    export();
    Run.once(mapping);
    assertTables();
  }

  private static final List<Map<String, Object>> CHANGES =
      List.of(
          change(1, "before the export", 10),
          change(1, "after the export", 30),
          change(2, "before the export", 15),
          change(3, "not in the export", 10),
          change(4, "after the export", 25),
          gone(5, 18),
          gone(6, 22));

  private void assertTables() {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      assertThat(lake.table("current").rows())
          .extracting(row -> row.get("id") + " " + row.get("name"))
          .containsExactlyInAnyOrder(
              "1 after the export", "2 B", "4 after the export", "5 E", "9 nobody");
      assertThat(lake.table("history").rows())
          .extracting(
              row ->
                  "%s %s %s %s"
                      .formatted(
                          row.get("id"),
                          row.get("name"),
                          row.get("__START_AT"),
                          row.get("__END_AT")))
          .containsExactlyInAnyOrder(
              "1 before the export 10 20",
              "1 A 20 30",
              "1 after the export 30 null",
              "2 before the export 15 20",
              "2 B 20 null",
              "3 not in the export 10 20",
              "4 after the export 25 null",
              "5 E 20 null",
              "6 F 20 22",
              "9 nobody 90 null");
    }
  }

  private Path mapping() {
    PipelineFile file = PipelineFile.ofCapture(directory);
    for (String table : List.of("current", "history")) {
      file.table(
          table,
          "keys: [id]",
          "stored_as_scd_type: " + (table.equals("history") ? 2 : 1),
          "flows:",
          SNAPSHOT_FLOW.formatted(table, directory),
          CHANGES_FLOW.formatted(table, table));
    }
    return file.write();
  }

  private void export() throws IOException {
    Path place = directory.resolve("exports/version=20");
    Files.createDirectories(place);
    Files.writeString(
        place.resolve("rows.json"),
        """
        {"id": 1, "name": "A"}
        {"id": 2, "name": "B"}
        {"id": 5, "name": "E"}
        {"id": 6, "name": "F"}
        """);
  }

  private void changes(List<Map<String, Object>> changes, int file) {
    CaptureFiles captures = new CaptureFiles(directory);
    for (String topic : List.of("current", "history")) {
      for (int i = 0; i < changes.size(); i++) {
        captures.add(file, topic, file * 100L + i, changes.get(i));
      }
    }
  }

  private static Map<String, Object> change(int id, String name, int seq) {
    return new HashMap<>(Map.of("id", id, "name", name, "seq", seq, "gone", false));
  }

  private static Map<String, Object> gone(int id, int seq) {
    return new HashMap<>(Map.of("id", id, "name", "", "seq", seq, "gone", true));
  }
}
