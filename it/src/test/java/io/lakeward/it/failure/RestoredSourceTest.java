package io.lakeward.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source whose log counts from a lower place again (case O12) does not go unnoticed. */
class RestoredSourceTest {

  private static final int ROWS = 150;

  @TempDir private Path directory;

  @Test
  @DisplayName("O12: a source whose log counts from a lower place again does not go unnoticed")
  void changesThatAreAllOlderAreTold() {
    CaptureFiles captures = new CaptureFiles(directory);
    for (int i = 0; i < ROWS; i++) {
      captures.add(0, "users", i, Map.of("id", i, "name", "new", "seq", 1_000 + i));
    }
    for (int i = 0; i < 50; i++) {
      captures.add(1, "users", ROWS + i, Map.of("id", i, "name", "late", "seq", i));
    }
    Path mapping =
        PipelineFile.ofCapture(directory)
            .table(
                "users",
                "topic: users",
                "keys: [id]",
                "sequence_by: seq",
                "schema: \"id BIGINT, name STRING, seq BIGINT\"")
            .write();
    assertThat(Run.once(mapping).notices()).as("some may be late").isEmpty();
    for (int i = 0; i < ROWS; i++) {
      captures.add(2, "users", 2 * ROWS + i, Map.of("id", i, "name", "restored", "seq", i));
    }
    Run restored = Run.once(mapping);
    assertThat(restored.superseded("users")).isEqualTo(ROWS);
    assertThat(restored.notices())
        .singleElement()
        .asString()
        .contains("150 changes are all older than what the table holds");
  }
}
