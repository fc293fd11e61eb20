package io.lakeward.it.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Rebuild;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A flow that reads its source one time reads it again for a refresh, one time. */
class BackfillRefreshTest {

  private static final String TABLE = "orders";

  @TempDir private Path directory;

  @Test
  void isReadAgainOnlyThen() {
    CaptureFiles captures = new CaptureFiles(directory);
    captures.add(0, "archive", 0, order(1, 1));
    captures.add(0, "live", 0, order(2, 2));
    Run.once(mapping());
    captures.add(1, "archive", 1, order(3, 1));
    Run.once(mapping());
    assertThat(ids()).containsExactlyInAnyOrder(1L, 2L);

    assertThat(Rebuild.of(mapping(), TABLE).records()).isEqualTo(3);
    assertThat(ids()).containsExactlyInAnyOrder(1L, 2L, 3L);

    captures.add(2, "archive", 2, order(4, 1));
    captures.add(2, "live", 1, order(5, 2));
    Run after = Run.once(mapping());
    assertThat(after.notices()).anyMatch(text -> text.contains("archive was read to its end"));
    assertThat(after.records(TABLE)).isEqualTo(1);
    assertThat(ids()).containsExactlyInAnyOrder(1L, 2L, 3L, 5L);
  }

  private List<Object> ids() {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table(TABLE).rows().stream().map(row -> row.get("id")).toList();
    }
  }

  private static Map<String, Object> order(int id, int seq) {
    return Map.of("id", id, "seq", seq);
  }

  private Path mapping() {
    return PipelineFile.ofCapture(directory)
        .table(
            TABLE,
            "keys: [id]",
            "sequence_by: seq",
            "schema: \"id BIGINT, seq BIGINT\"",
            "flows:",
            "- {name: archive, topic: archive, once: true}",
            "- {name: live, topic: live}")
        .write();
  }
}
