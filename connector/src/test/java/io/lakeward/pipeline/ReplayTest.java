package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.lakeward.change.RejectReason;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.DeadLetters;
import io.lakeward.mapping.Retention;
import io.lakeward.observe.BatchReport;
import io.lakeward.pipeline.Replay.Demand;
import io.lakeward.pipeline.Replay.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.spark.actions.SparkActions;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records that stand aside and come once more, when the mapping reads them (semantics, 9). */
class ReplayTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  private static final CorrectedFormat CORRECTED = new CorrectedFormat("z", "u");
  private static final Retention NONE = Retention.of(Duration.ZERO);

  private final BatchedTable table = new BatchedTable(LAKE);

  @Test
  void nothingIsThereToReplay() {
    assertThat(table.replay()).isEqualTo(new Outcome(0, 0, 0));
    table.batch("u,1,1,a,");
    assertThat(table.replay()).isEqualTo(new Outcome(0, 0, 0));
    assertThat(table.rows()).containsExactly("1,a,null");
  }

  @Test
  void whatIsRejectedAgainStaysAsideWithTheReasonThatHoldsNow() {
    table.setAside();
    table.batch("u,1,1,a,", "z,,2,b,", "z,3,,c,", "z,4,4,d,");
    table.read(CORRECTED);
    assertThat(table.replay()).isEqualTo(new Outcome(1, 2, 2));
    assertThat(table.rows()).containsExactly("1,a,null", "4,d,null");
    assertThat(table.deadLetters())
        .extracting(
            row -> row.getAs("code"),
            row -> row.getAs("reason"),
            ReplayTest::value,
            row -> row.getAs("replayed_at") == null)
        .containsExactlyInAnyOrder(
            tuple("NULL_SEQUENCE", "NULL_SEQUENCE", "z,,2,b,", true),
            tuple("NULL_KEY", "NULL_KEY", "z,3,,c,", true),
            tuple("RECORD_REJECTED", "UNKNOWN_OPERATION", "z,4,4,d,", false));
  }

  @Test
  void whatComesLateTakesThePlaceThatItHadInTheOrder() {
    table.setAside();
    // Equal sequences: the offset decides, and the one set aside stands between the two others.
    table.batch("u,5,1,first,", "z,5,1,aside,x", "u,5,1,last,?");
    table.batch("u,5,2,first,", "z,5,2,aside,");
    table.batch("u,1,3,a,", "z,4,3,aside,", "d,9,3,,", "z,3,4,aside,", "t,4,,,", "z,7,5,aside,");
    table.read(CORRECTED);
    assertThat(table.replay()).isEqualTo(new Outcome(5, 0, 0));
    assertThat(table.rows()).containsExactly("1,last,x", "2,aside,null", "5,aside,null");
  }

  @Test
  void theFlowGoesOnWhereItWas() {
    table.setAside();
    table.batch("u,1,1,a,", "z,2,2,b,");
    table.batch("u,3,3,c,");
    String offsets = "lakeward.offsets." + table.name();
    String before = table.iceberg().properties().get(offsets);
    String epoch = table.iceberg().properties().get("lakeward.writer-epoch");
    table.read(CORRECTED);
    table.replay();
    assertThat(table.iceberg().properties())
        .containsEntry(offsets, before)
        .containsEntry("lakeward.writer-epoch", epoch);
    assertThat(table.iceberg().currentSnapshot().summary()).containsEntry(offsets, before);
    table.batch("u,4,4,d,");
    assertThat(table.rows()).containsExactly("1,a,null", "2,b,null", "3,c,null", "4,d,null");
  }

  @Test
  void aReplayThatDiesBetweenItsTwoCommitsIsHarmless() {
    table.setAside();
    table.retain(NONE);
    table.batch("u,1,1,a,", "z,3,1,late,", "z,4,2,b,");
    table.read(CORRECTED);
    BatchReport died = table.replayAndDie();
    assertThat(died.applied()).isEqualTo(2);
    table.batch("d,8,1,,");
    table.batch("u,9,9,x,");
    table.batch("u,9,10,x,");
    assertThat(table.replay()).isEqualTo(new Outcome(2, 0, 0));
    assertThat(table.rows()).containsExactly("2,b,null", "9,x,null", "10,x,null");
    assertThat(table.replay()).isEqualTo(new Outcome(0, 0, 0));
  }

  @Test
  void aRunThatGoesOnBesideItLosesNothing() {
    table.setAside();
    table.batch("u,1,1,a,", "z,3,1,late,");
    table.read(CORRECTED);
    table.replay();
    // The writer of the batches still holds the table as it was before the replay.
    table.batch("u,2,1,older,", "u,4,2,b,");
    assertThat(table.rows()).containsExactly("1,late,null", "2,b,null");
  }

  @Test
  void theFirstRecordsOfATableMakeIt() {
    table.setAside();
    table.batch("z,1,1,a,", "z,2,2,b,");
    table.read(CORRECTED);
    assertThat(table.replay()).isEqualTo(new Outcome(2, 0, 0));
    table.batch("u,3,3,c,");
    assertThat(table.rows()).containsExactly("1,a,null", "2,b,null", "3,c,null");
  }

  @Test
  void onlyRecordsOfAReasonAreReplayed() {
    table.setAside();
    table.batch("u,1,1,a,", "z,2,2,b,", "u,,3,c,");
    table.read(CORRECTED);
    assertThat(table.replay(Optional.of(RejectReason.NULL_SEQUENCE), Demand.EVERY_DELETE))
        .isEqualTo(new Outcome(0, 1, 2));
    assertThat(table.rows()).containsExactly("1,a,null");
    assertThat(table.replay(Optional.of(RejectReason.UNKNOWN_OPERATION), Demand.EVERY_DELETE))
        .isEqualTo(new Outcome(1, 0, 1));
    assertThat(table.rows()).containsExactly("1,a,null", "2,b,null");
  }

  @Test
  void deletesAreRememberedUntilAllIsReplayedAndNoLonger() {
    table.setAside();
    table.retain(NONE);
    table.batch("u,1,1,a,", "d,5,1,,", "z,3,1,late,", "z,,2,b,");
    table.batch("u,6,3,c,");
    table.read(CORRECTED);
    assertThat(table.replay()).isEqualTo(new Outcome(1, 1, 1));
    assertThat(table.iceberg().properties()).containsEntry("lakeward.set-aside", "1");
    table.batch("u,6,4,c,");
    table.batch("u,2,1,late,");
    assertThat(table.rows()).containsExactly("3,c,null", "4,c,null");
    table.read(new CorrectedFormat("z,", "u,7"));
    assertThat(table.replay()).isEqualTo(new Outcome(1, 0, 0));
    assertThat(table.iceberg().properties()).doesNotContainKey("lakeward.set-aside");
    table.batch("u,6,5,c,");
    table.batch("u,6,6,c,");
    table.batch("u,2,1,tooLate,");
    assertThat(table.rows()).contains("1,tooLate,null");
  }

  @Test
  void whatWasSetAsideBeforeThereWasATableIsHeldToo() {
    table.setAside();
    table.retain(NONE);
    table.batch("z,3,1,late,");
    table.batch("d,5,1,,");
    table.batch("u,6,2,b,");
    table.batch("u,6,3,b,");
    table.read(CORRECTED);
    assertThat(table.replay()).isEqualTo(new Outcome(1, 0, 0));
    assertThat(table.rows()).containsExactly("2,b,null", "3,b,null");
  }

  @Test
  void withoutTheDeletesThatItNeedsItIsRefusedUnlessForced() {
    table.setAside();
    table.retain(NONE);
    table.batch("u,1,1,a,", "d,5,1,,", "z,3,1,late,");
    table.iceberg().updateProperties().remove("lakeward.set-aside").commit();
    table.batch("u,6,2,b,");
    table.batch("u,6,3,b,");
    table.read(CORRECTED);
    assertThatThrownBy(table::replay)
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TOMBSTONES_FORGOTTEN);
              assertThat(e.facts()).containsKeys("table", "set_aside", "forgotten");
              assertThat(e.advice()).contains("--force");
            });
    assertThat(table.rows()).containsExactly("2,b,null", "3,b,null");
    assertThat(table.deadLetters()).allMatch(row -> row.getAs("replayed_at") == null);
    assertThat(table.iceberg().properties()).containsEntry("lakeward.set-aside", "1");
    assertThat(table.replay(Optional.empty(), Demand.WHAT_IS_LEFT)).isEqualTo(new Outcome(1, 0, 0));
    assertThat(table.rows()).containsExactly("1,late,null", "2,b,null", "3,b,null");
  }

  @Test
  void deletesForgottenBeforeARecordWasSetAsideAreNotItsConcern() {
    table.setAside();
    table.retain(NONE);
    table.batch("u,1,1,a,", "d,5,1,,");
    table.batch("u,6,2,b,");
    table.batch("u,6,3,b,");
    table.batch("z,3,1,late,");
    table.read(CORRECTED);
    assertThat(table.replay()).isEqualTo(new Outcome(1, 0, 0));
    assertThat(table.rows()).contains("1,late,null");
  }

  @Test
  void aRecordThatIsRejectedOnceMoreStandsAsideAgain() {
    table.setAside();
    table.batch("u,1,1,a,");
    table.batch("z,2,2,b,");
    table.read(CORRECTED);
    table.replay();
    table.read(new CommaFormat());
    table.again("z,2,2,b,");
    assertThat(table.deadLetters())
        .extracting(row -> row.getAs("replayed_at") == null)
        .containsExactlyInAnyOrder(true, false);
    table.again("z,2,2,b,");
    assertThat(table.deadLetters()).hasSize(2);
  }

  @Test
  void recordsOfOtherTablesInTheSameFileStayAsTheyAre() {
    BatchedTable other = new BatchedTable(LAKE);
    for (BatchedTable one : List.of(table, other)) {
      one.setAside();
      one.batch("u,1,1,a,", "z,2,2,b,");
      one.read(CORRECTED);
    }
    Table letters = LAKE.catalog().loadTable(TableIdentifier.of("shop", DeadLetters.TABLE));
    SparkActions.get(LAKE.session())
        .rewriteDataFiles(letters)
        .option("rewrite-all", "true")
        .execute();
    assertThat(table.replay()).isEqualTo(new Outcome(1, 0, 0));
    assertThat(other.deadLetters())
        .extracting(ReplayTest::value, row -> row.getAs("replayed_at") == null)
        .containsExactly(tuple("z,2,2,b,", true));
    assertThat(other.replay()).isEqualTo(new Outcome(1, 0, 0));
  }

  private static String value(Row row) {
    return new String(row.<byte[]>getAs("value"), StandardCharsets.UTF_8);
  }
}
