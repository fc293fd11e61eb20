package io.lakeward.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.change.SkipReason;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BatchReportTest {

  @Test
  void lineCountsOneAndMany() {
    assertThat(report(1, 1, 0, 1, 1).line())
        .isEqualTo("t batch 7: 1 record (1 applied) in 1.50 s, 1 row written, 0 deleted, 1 file");
    assertThat(report(1_002, 1_000, 2, 0, 2).line())
        .isEqualTo(
            "t batch 7: 1,002 records (1,000 applied, 2 skipped) in 1.50 s, 0 rows written,"
                + " 0 deleted, 2 files");
  }

  @Test
  void everyRecordIsAccountedFor() {
    assertThatThrownBy(() -> report(3, 1, 1, 1, 1)).hasMessageContaining("read=3 counted=2");
  }

  @Test
  void aSnapshotIsNamedByItsVersion() {
    BatchReport snapshot =
        new BatchReport(
            "t",
            Optional.of("exports"),
            0,
            Optional.of("2026-03-01"),
            2,
            1,
            1,
            0,
            Map.of(),
            Map.of(),
            0,
            new BatchReport.Work(1, 0, 1, 1),
            Duration.ofMillis(1_500));
    assertThat(snapshot.line())
        .isEqualTo(
            "t from exports snapshot 2026-03-01: 2 records (1 applied, 1 unchanged) in 1.50 s,"
                + " 1 row written, 0 deleted, 1 file");
  }

  private static BatchReport report(
      long records, long applied, long skipped, long rowsWritten, int files) {
    return new BatchReport(
        "t",
        Optional.empty(),
        7,
        Optional.empty(),
        records,
        applied,
        0,
        0,
        skipped == 0 ? Map.of() : Map.of(SkipReason.TOMBSTONE, skipped),
        Map.of(),
        0,
        new BatchReport.Work(rowsWritten, 0, files, 1),
        Duration.ofMillis(1_500));
  }
}
