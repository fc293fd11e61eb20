package io.lakeward.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What may be forgotten when, by marks alone. */
class StateMarksTest {

  private static final Duration WEEK = Duration.ofDays(7);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void nothingIsForgottenBeforeItsRetentionIsOver() {
    StateMarks marks = StateMarks.NONE.marked(12, START, WEEK);
    assertThat(marks.forgettable(START.plus(WEEK).minusMillis(1), WEEK)).isEmpty();
    assertThat(marks.forgettable(START.plus(WEEK), WEEK)).hasValue(12);
    assertThat(marks.after(12)).isEqualTo(StateMarks.NONE);
  }

  @Test
  void marksStayFewHoweverOftenABatchCommits() {
    StateMarks marks = StateMarks.NONE;
    Instant now = START;
    for (int batch = 1; batch <= 100_000; batch++) {
      now = now.plusSeconds(60);
      marks = marks.marked(batch, now, WEEK);
      if (marks.forgettable(now, WEEK).isPresent()) {
        long forgotten = marks.forgettable(now, WEEK).getAsLong();
        assertThat(now).isAfterOrEqualTo(START.plusSeconds(60 * forgotten).plus(WEEK));
        assertThat(batch - forgotten).as("batches kept").isLessThan(7 * 24 * 60 * 18 / 16);
        marks = marks.after(forgotten);
      }
      assertThat(marks.marks()).hasSizeLessThanOrEqualTo(18);
    }
  }

  @Test
  void nothingNewInTheBranchNeedsNoMark() {
    StateMarks marks = StateMarks.NONE.marked(12, START, WEEK);
    assertThat(marks.marked(12, START.plus(WEEK), WEEK)).isSameAs(marks);
  }

  @Test
  void isReadAsItWasWritten() {
    StateMarks marks = StateMarks.NONE.marked(12, START, WEEK).marked(40, START.plus(WEEK), WEEK);
    assertThat(StateMarks.parse(marks.toString())).isEqualTo(marks);
    assertThat(StateMarks.parse("")).isEqualTo(StateMarks.NONE);
  }
}
