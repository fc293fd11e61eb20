package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.SourceRecord;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What becomes of a truncate of the source (semantics, section 8). */
class TruncateRuleTest {

  private static final String ORDERED = "t,5,,,";
  private static final String WITHOUT_SEQUENCE = "t,,,,";

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"TRUNCATE_ALL", "END_ALL"})
  void isAppliedAtItsPlaceInTheOrder(OnTruncate policy) {
    assertThat(decoded(policy, ORDERED)).isInstanceOf(Decoded.Changes.class);
    assertThat(decoded(policy, WITHOUT_SEQUENCE))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.NULL_SEQUENCE));
  }

  @Test
  void isIgnoredAlsoWithoutAPlace() {
    for (String truncate : new String[] {ORDERED, WITHOUT_SEQUENCE}) {
      assertThat(decoded(OnTruncate.IGNORE, truncate))
          .isEqualTo(new Decoded.Skipped(SkipReason.TRUNCATE_IGNORED));
    }
  }

  @Test
  void isRefusedAsSuchAlsoWithoutAPlace() {
    for (String truncate : new String[] {ORDERED, WITHOUT_SEQUENCE}) {
      assertThat(decoded(OnTruncate.FAIL, truncate))
          .isInstanceOfSatisfying(
              Decoded.Rejected.class,
              rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.TRUNCATE_REFUSED));
    }
  }

  @Test
  void leavesOtherChangesAlone() {
    assertThat(decoded(OnTruncate.IGNORE, "u,1,1,a,b")).isInstanceOf(Decoded.Unfit.class);
    assertThat(decoded(OnTruncate.FAIL, "z,1,1,a,b"))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.UNKNOWN_OPERATION));
  }

  private static Decoded decoded(OnTruncate policy, String value) {
    SourceRecord record =
        new SourceRecord()
            .at("feed", 0, 0, 0)
            .holding(null, value.getBytes(StandardCharsets.UTF_8), SourceRecord.Headers.NONE);
    return TruncateRule.of(new CommaFormat(), Layout.NONE, policy).decode(record);
  }
}
