package io.lakeward.it.fanin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lakeward.error.ErrorCode;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.BatchCommit;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.Table;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A flow that reads its source to the end one time (semantics, section 11). */
class BackfillTest {

  private static final String TABLE = "orders";

  @TempDir private Path directory;
  private CaptureFiles captures;

  @BeforeEach
  void captures() {
    captures = new CaptureFiles(directory);
    captures.add(0, "archive", 0, order(1, "old", 1));
    captures.add(0, "live", 0, order(1, "new", 2));
    captures.add(1, "archive", 1, order(2, "old", 1));
  }

  @Test
  void theSourceIsReadToItsEndAndNeverAgain() {
    Run first = Run.once(mapping());
    assertThat(first.notices()).anyMatch(text -> text.contains("archive is read to its end"));
    captures.add(2, "archive", 2, order(3, "too late", 1));
    captures.add(2, "live", 1, order(2, "new", 2));
    Run second = Run.once(mapping());
    assertThat(second.notices()).anyMatch(text -> text.contains("archive was read to its end"));
    assertThat(second.records(TABLE)).isEqualTo(1);
    assertOrders(tuple(1L, "new"), tuple(2L, "new"));
  }

  @Test
  void withoutItsCheckpointTooItIsNotReadAgain() {
    Run.once(mapping());
    PipelineFile.ofCapture(directory).deleteCheckpoints();
    captures.add(2, "archive", 2, order(3, "too late", 1));
    Run.once(mapping());
    assertOrders(tuple(1L, "new"), tuple(2L, "old"));
  }

  @Test
  void oneThatFailsIsReadFurtherOnceItCanBe() {
    captures.add(2, "archive", 2, Map.of("id", 3, "state", "without sequence"));
    Run failed = Run.attempt(mapping());
    assertThat(failed.failure(TABLE).code().name()).isEqualTo("NULL_SEQUENCE");
    assertThat(failed.notices()).noneMatch(text -> text.contains("archive is read to its end"));
    captures.remove(2);
    captures.add(2, "archive", 2, order(3, "old", 1));
    Run.once(mapping());
    assertOrders(tuple(1L, "new"), tuple(2L, "old"), tuple(3L, "old"));
  }

  @Test
  void aTableThatWasMovedBackBehindItIsTold() {
    Run.once(mapping());
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      Table table = lake.table(TABLE).iceberg();
      BatchCommit first = lake.table(TABLE).commits().get(0);
      table.manageSnapshots().rollbackTo(first.snapshotId()).commit();
    }
    assertThat(Run.attempt(mapping()).failure(TABLE).code()).isEqualTo(ErrorCode.OFFSETS_AHEAD);
    PipelineFile.ofCapture(directory).deleteCheckpoints();
    Run.once(mapping());
    assertOrders(tuple(1L, "new"), tuple(2L, "old"));
  }

  @Test
  void aSourceWithoutRecordsIsLookedAtAgain() {
    captures.remove(0);
    captures.remove(1);
    captures.add(0, "live", 0, order(1, "new", 2));
    Run first = Run.once(mapping());
    assertThat(first.notices()).anyMatch(text -> text.contains("archive has no records yet"));
    captures.add(1, "archive", 0, order(2, "old", 1));
    Run second = Run.once(mapping());
    assertThat(second.notices()).anyMatch(text -> text.contains("archive is read to its end"));
    assertOrders(tuple(1L, "new"), tuple(2L, "old"));
  }

  private void assertOrders(Tuple... orders) {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      assertThat(lake.table(TABLE).rows())
          .extracting(row -> row.get("id"), row -> row.get("state"))
          .containsExactlyInAnyOrder(orders);
    }
  }

  private static Map<String, Object> order(int id, String state, int seq) {
    return Map.of("id", id, "state", state, "seq", seq);
  }

  private Path mapping() {
    return PipelineFile.ofCapture(directory)
        .table(
            TABLE,
            "keys: [id]",
            "sequence_by: seq",
            "schema: \"id BIGINT, state STRING, seq BIGINT\"",
            "flows:",
            "- {name: archive, topic: archive, once: true}",
            "- {name: live, topic: live}")
        .write();
  }
}
