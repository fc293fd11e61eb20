package io.lakeward.it.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.observe.BatchReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The run from which the launcher archives classes: where it fails, starts only get slower. */
class TrainingTest {

  private static final Path TRAINING =
      Path.of(System.getProperty("it.connector")).resolveSibling("src/training");

  @Test
  void takesAllStepsOfMerge(@TempDir Path directory) throws IOException {
    String mapping =
        Files.readString(TRAINING.resolve("mapping.yaml"))
            .replace("${CAPTURE}", TRAINING.resolve("capture").toString())
            .replace("warehouse: lake", "warehouse: " + directory.resolve("lake"));
    Run run = Run.once(Files.writeString(directory.resolve("mapping.yaml"), mapping));
    List<BatchReport> batches = run.batches("orders");
    assertThat(batches).hasSize(2);
    assertThat(batches.get(1).work().rowsDeleted()).isEqualTo(2);
  }
}
