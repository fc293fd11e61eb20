package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.lakeward.change.RejectReason;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Retention;
import io.lakeward.observe.BatchReport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that cannot be applied, under {@code on_error: dead_letter} (semantics, section 10). */
class DeadLettersTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  private final BatchedTable table = new BatchedTable(LAKE);

  @Test
  @DisplayName("R6: a malformed record is set aside, and the others land")
  void offendersAreSetAsideAndTheRestIsApplied() {
    table.setAside();
    BatchReport report = table.batch("u,1,1,a,b", "z,2,1,x,", "u,3,2,c,d", "u,,3,e,f", "z,,,,");
    assertThat(table.rows()).containsExactly("1,a,b", "2,c,d");
    assertThat(report.applied()).isEqualTo(2);
    assertThat(report.setAside())
        .isEqualTo(Map.of(RejectReason.UNKNOWN_OPERATION, 2L, RejectReason.NULL_SEQUENCE, 1L));
    assertThat(report.line())
        .contains("3 set aside)")
        .endsWith("set aside for 2 UNKNOWN_OPERATION, 1 NULL_SEQUENCE");
    assertThat(table.deadLetters())
        .extracting(
            row -> row.<Long>getAs("offset"),
            row -> row.getAs("code"),
            row -> row.getAs("reason"),
            DeadLettersTest::value)
        .containsExactlyInAnyOrder(
            tuple(1L, "RECORD_REJECTED", "UNKNOWN_OPERATION", "z,2,1,x,"),
            tuple(3L, "NULL_SEQUENCE", "NULL_SEQUENCE", "u,,3,e,f"),
            tuple(4L, "RECORD_REJECTED", "UNKNOWN_OPERATION", "z,,,,"));
  }

  @Test
  void aBatchThatIsTriedAgainSetsAsideNothingTwice() {
    table.setAside();
    table.batch("u,1,1,a,b");
    String[] values = {"z,2,1,x,", "u,3,2,c,d", "z,4,4,y,"};
    table.batch(values);
    table.again(values);
    assertThat(table.rows()).containsExactly("1,a,b", "2,c,d");
    assertThat(table.deadLetters()).hasSize(2);
    table.batch("z,5,5,y,");
    assertThat(table.deadLetters()).hasSize(3);
  }

  /** Else it would be in neither table, and its offset be done with. */
  @Test
  void aRecordThatIsReadAfterItWasRejectedIsNotLost() {
    table.setAside();
    table.batch("u,1,1,a,b");
    table.read(new UnsteadyFormat());
    UnsteadyFormat.UNKNOWN.set(1);
    String[] values = {"u,2,2,later,", "u,3,3,c,"};
    assertThatThrownBy(() -> table.batch(values))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.RECORDS_UNSTEADY));
    assertThat(table.rows()).containsExactly("1,a,b");
    table.again(values);
    assertThat(table.rows()).containsExactly("1,a,b", "2,later,null", "3,c,null");
  }

  @Test
  void anotherRecordAtAnOffsetOfATopicThatWasCreatedAnewIsAnother() {
    table.setAside();
    table.batch("z,1,1,old,");
    table.again("z,1,1,new,");
    assertThat(table.deadLetters())
        .extracting(DeadLettersTest::value)
        .containsExactlyInAnyOrder("z,1,1,old,", "z,1,1,new,");
  }

  @Test
  void nothingIsLostBeforeThereIsATable() {
    table.setAside();
    assertThat(table.batch("z,1,1,a,").setAside())
        .isEqualTo(Map.of(RejectReason.UNKNOWN_OPERATION, 1L));
    assertThat(table.deadLetters()).extracting(DeadLettersTest::value).containsExactly("z,1,1,a,");
    table.batch("u,2,1,b,");
    assertThat(table.rows()).containsExactly("1,b,null");
  }

  @Test
  void whatWaitsAsideMayComeLaterSoNoDeleteIsForgotten() {
    table.setAside();
    table.retain(Retention.of(Duration.ZERO));
    table.batch("u,1,1,a,", "d,5,1,,", "z,3,1,late,");
    table.batch("u,6,2,b,");
    table.batch("u,3,1,replayed,");
    assertThat(table.rows()).containsExactly("2,b,null");
  }

  @ParameterizedTest
  @CsvSource({"NULL_SEQUENCE, 'u,,3,c,'", "NULL_KEY, 'u,5,,c,'", "RECORD_REJECTED, 'z,5,3,c,'"})
  void withoutATableForThemTheFirstOnesAreNamedAndNothingIsApplied(ErrorCode code, String value) {
    table.batch("u,1,1,a,");
    assertThatThrownBy(() -> table.batch("u,2,2,b,", value, value))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.facts())
                  .containsEntry("records", "{" + e.facts().get("reason") + "=2}")
                  .containsEntry("first", "feed/0/2,feed/0/3")
                  .containsKey("table");
            });
    assertThat(table.rows()).containsExactly("1,a,null");
  }

  @Test
  void theBatchThatCrossesTheLimitIsNeitherAppliedNorSetAside() {
    table.setAsideAtMost(3);
    table.batch("u,1,1,a,", "z,2,2,b,", "z,2,2,b,");
    assertThatThrownBy(() -> table.batch("u,2,2,b,", "z,3,3,c,", "u,,3,c,"))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_DEAD_LETTERS);
              assertThat(e.facts())
                  .containsEntry("table", table.name())
                  .containsEntry("flow", table.name())
                  .containsEntry("max_dead_letters", "3")
                  .containsEntry("in_this_run", "4")
                  .containsEntry("records", "{UNKNOWN_OPERATION=1, NULL_SEQUENCE=1}")
                  .containsEntry("first", "feed/0/4,feed/0/5");
            });
    assertThat(table.rows()).containsExactly("1,a,null");
    assertThat(table.deadLetters()).hasSize(2);
  }

  @Test
  void asManyAsTheLimitMayBeSetAside() {
    table.setAsideAtMost(2);
    table.batch("u,1,1,a,", "z,2,2,b,", "z,2,2,b,");
    table.batch("u,1,2,b,");
    assertThat(table.rows()).containsExactly("1,a,null", "2,b,null");
    assertThat(table.deadLetters()).hasSize(2);
  }

  private static String value(Row row) {
    return new String(row.<byte[]>getAs("value"), StandardCharsets.UTF_8);
  }

  /** They share one table: who loses a round tries again, and no table stops for it. */
  @Test
  void severalTablesSetAsideAtOnce() {
    List<BatchedTable> tables = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      BatchedTable one = new BatchedTable(LAKE);
      one.setAside();
      tables.add(one);
    }
    tables.parallelStream().forEach(one -> one.batch("x,1,1,,", "u,1,2,a,b"));
    assertThat(tables)
        .allSatisfy(
            one -> {
              assertThat(one.deadLetters()).hasSize(1);
              assertThat(one.rows()).containsExactly("2,a,b");
            });
  }
}
