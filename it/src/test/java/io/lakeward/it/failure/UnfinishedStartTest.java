package io.lakeward.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.postgres.Envelope;
import io.lakeward.it.postgres.RowChange;
import io.lakeward.it.postgres.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that came to an end before their table had a row. */
class UnfinishedStartTest {

  @TempDir private Path directory;

  @BeforeEach
  void capture() {
    CaptureFiles captures = new CaptureFiles(directory);
    captures.add(0, "users", 0, Map.of("id", 1, "name", "alice", "seq", 1));
    captures.add(1, "users", 1, Map.of("id", 2, "name", "bob", "seq", 2));
  }

  /** What a kill left within the writing of the first offsets (seen). */
  @Test
  void aKillWithinTheFirstWriteOfTheCheckpoint() throws IOException {
    Path offsets = directory.resolve("checkpoints/shop/users/users/offsets");
    Files.createDirectories(offsets);
    Files.createDirectories(offsets.resolveSibling("commits"));
    Files.createFile(offsets.resolve(".0.2fbd7680-fa37-485d-ab18-05ebbb466673.tmp"));
    Run.once(mapping("keys: [id]"));
    assertThat(names()).containsExactlyInAnyOrder("alice", "bob");
  }

  /** Before there is a table, what was set aside is read again: the mapping was wrong. */
  @Test
  void aMappingThatIsMendedBeforeAnyRecordWasApplied() {
    Workload workload = new Workload(1);
    List<RowChange> changes = workload.transactions(3);
    CaptureFiles captures = new CaptureFiles(directory);
    int offset = 0;
    for (var message : Envelope.WITH_SCHEMA.messages(changes)) {
      if (message.value() != null) {
        captures.addText(2, "goods", offset++, message.key(), message.value());
      }
    }
    PipelineFile file = PipelineFile.ofCapture(directory).format("debezium-json").settingAside();
    Run wrong = Run.attempt(file.table("goods", "topic: goods", "keys: [idd]").write());
    assertThat(wrong.records("goods")).isEqualTo(offset);
    assertThat(wrong.applied("goods")).isZero();
    assertThat(wrong.notices()).isEmpty();
    Run mended =
        Run.once(
            PipelineFile.ofCapture(directory)
                .format("debezium-json")
                .settingAside()
                .table("goods", "topic: goods", "keys: [id]", "except_column_list: [manuel]")
                .write());
    assertThat(mended.applied("goods")).isPositive();
    assertThat(mended.records("goods")).isEqualTo(offset);
    assertThat(mended.notices())
        .as("a misspelled column would else be in the lake without a word")
        .anyMatch(text -> text.contains("no columns [manuel], which except_column_list names"));
  }

  private List<String> names() {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table("users").rows().stream().map(row -> (String) row.get("name")).toList();
    }
  }

  private Path mapping(String keys) {
    return PipelineFile.ofCapture(directory)
        .table(
            "users",
            "topic: users",
            keys,
            "sequence_by: seq",
            "schema: \"id BIGINT, name STRING, seq BIGINT\"")
        .write();
  }
}
