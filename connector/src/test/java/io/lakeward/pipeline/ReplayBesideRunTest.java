package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Retention;
import io.lakeward.pipeline.Replay.Outcome;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A replay and a run of the pipeline that write one table at the same moment. */
class ReplayBesideRunTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  private final BatchedTable table = new BatchedTable(LAKE);

  @AfterEach
  void itHappened() {
    assertThat(InterruptedFormat.isOver()).isTrue();
  }

  @Test
  void aReplayThatCommitsInTheMiddleOfABatch() {
    table.setAside();
    table.batch("u,1,1,a,", "z,3,1,late,");
    table.read(new InterruptedFormat(new CorrectedFormat("z", "u")));
    InterruptedFormat.meanwhile(table::replay);
    assertThat(table.batch("u,2,1,older,", "u,4,2,b,").work().attempts()).isEqualTo(2);
    assertThat(table.rows()).containsExactly("1,late,null", "2,b,null");
    assertThat(table.iceberg().properties()).doesNotContainKey("lakeward.set-aside");
  }

  @Test
  void aBatchThatCommitsInTheMiddleOfAReplay() {
    table.setAside();
    table.batch("u,1,1,a,", "z,3,1,late,", "z,3,2,late,");
    table.read(new InterruptedFormat(new CorrectedFormat("z", "u")));
    InterruptedFormat.meanwhile(() -> table.batch("d,4,1,,", "u,2,2,b,", "u,,3,,"));
    assertThat(table.replay()).isEqualTo(new Outcome(2, 0, 1));
    assertThat(table.rows()).containsExactly("2,late,null");
    assertThat(table.iceberg().properties())
        .containsEntry("lakeward.set-aside", "1")
        .containsEntry("lakeward.offsets." + table.name(), GivenRecords.end(6));
  }

  @Test
  void aHoldThatEndsInTheMiddleOfABatchIsNotBroughtBackByIt() {
    table.batch("u,1,1,a,");
    table.iceberg().updateProperties().set("lakeward.set-aside", "5").commit();
    table.read(new InterruptedFormat(new CommaFormat()));
    InterruptedFormat.meanwhile(table::replay);
    assertThat(table.batch("u,2,2,b,").work().attempts()).isEqualTo(2);
    assertThat(table.iceberg().properties()).doesNotContainKey("lakeward.set-aside");
  }

  @Test
  void theHalvesOfAKeyChangeFindEachOtherWhicheverCommitsFirst() {
    for (boolean replayFirst : new boolean[] {true, false}) {
      BatchedTable one = new BatchedTable(LAKE);
      one.setAside();
      one.batch("u,1,1,text,x", "z,5,1,,,");
      one.read(new InterruptedFormat(new CorrectedFormat("z", "d")));
      if (replayFirst) {
        InterruptedFormat.meanwhile(one::replay);
        one.batch("u,5,2,?,b,");
      } else {
        InterruptedFormat.meanwhile(() -> one.batch("u,5,2,?,b,"));
        one.replay();
      }
      assertThat(one.rows()).as("replay first: " + replayFirst).containsExactly("2,text,b");
    }
  }

  @Test
  void whatIsForgottenJustBeforeAReplayHoldsIsNotMissed() {
    table.setAside();
    table.retain(Retention.of(Duration.ZERO));
    table.batch("u,1,1,a,", "d,5,1,,", "z,3,1,late,");
    table.iceberg().updateProperties().remove("lakeward.set-aside").commit();
    table.read(new InterruptedFormat(new CorrectedFormat("z", "u")));
    InterruptedFormat.meanwhile(
        () -> {
          table.batch("u,6,2,b,");
          table.batch("u,6,3,b,");
        });
    assertThat(table.replay()).isEqualTo(new Outcome(1, 0, 0));
    assertThat(table.rows()).containsExactly("2,b,null", "3,b,null");
  }

  @Test
  void aRunThatBeginsMeanwhileTellsTheReplayToStop() {
    table.setAside();
    table.batch("u,1,1,a,", "z,3,1,late,");
    table.read(new InterruptedFormat(new CorrectedFormat("z", "u")));
    InterruptedFormat.meanwhile(
        () -> assertThat(table.target("test").open(Optional.empty())).isPresent());
    assertThatThrownBy(table::replay)
        .isInstanceOfSatisfying(
            LakewardException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITER_FENCED));
    assertThat(table.rows()).containsExactly("1,a,null");
    assertThat(table.replay()).isEqualTo(new Outcome(1, 0, 0));
    assertThat(table.rows()).containsExactly("1,late,null");
  }
}
