package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.change.OrderedBytes;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Retention;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How many key changes may be without their other half, and what is said of more. */
class UnlinkedLimitsTest {

  private final UnlinkedKeyChanges keyChanges =
      new UnlinkedKeyChanges("t", Optional.empty(), Retention.FOREVER, Instant.EPOCH);

  @Test
  void whatWaitsAfterABatchIsWhatNobodyClaimed() {
    DecodeReport report = report(10);
    report.noteAdopted(bytes(3));
    assertThat(keyChanges.waitingAfter(report, Instant.EPOCH).upserts()).hasSize(9);
  }

  @Test
  void tooManyThatWaitAskForLargerBatches() {
    assertThat(keyChanges.waitingAfter(report(20_000), Instant.EPOCH).upserts()).hasSize(20_000);
    assertThatThrownBy(() -> keyChanges.waitingAfter(report(20_001), Instant.EPOCH))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.KEY_CHANGES_UNLINKED);
              assertThat(e.advice()).contains("raise source.kafka.max_records_per_batch");
            });
  }

  @Test
  void aTaskKeepsNoMoreOfThemThanCanBeUsed() {
    DecodeReport report = report(60_000);
    assertThat(report.orphans()).hasSize(50_001);
  }

  private static DecodeReport report(int orphans) {
    DecodeReport report = new DecodeReport();
    for (int i = 0; i < orphans; i++) {
      report.noteOrphan(bytes(i), bytes(-i));
    }
    return report;
  }

  private static byte[] bytes(long value) {
    return new OrderedBytes().putLong(value).toBytes();
  }
}
