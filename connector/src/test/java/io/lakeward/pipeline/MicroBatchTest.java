package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.observe.BatchReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One table, batch by batch, on real Spark and Iceberg. */
class MicroBatchTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  private BatchedTable table = new BatchedTable(LAKE);

  @Test
  void theSlowerOfTwoFirstRunsOpensWhatTheOtherMade() {
    TargetTable slower = table.target("test");
    assertThat(slower.open(Optional.empty())).isEmpty();
    table.batch("u,1,1,x,y");
    table.writtenBy(slower);
    table.batch("u,1,2,z,y");
    assertThat(table.rows()).containsExactly("1,x,y", "2,z,y");
  }

  @Test
  void laterChangesReplaceAndDelete() {
    BatchReport first = table.batch("u,1,1,x,y", "u,1,2,x,y", "u,2,1,z,y");
    assertThat(table.rows()).containsExactly("1,z,y", "2,x,y");
    assertThat(first.applied()).isEqualTo(2);
    assertThat(first.superseded()).isEqualTo(1);
    BatchReport second = table.batch("d,3,2,,", "u,0,1,old,old", "u,4,3,new,");
    assertThat(table.rows()).containsExactly("1,z,y", "3,new,null");
    assertThat(second.applied()).isEqualTo(2);
    assertThat(second.superseded()).isEqualTo(1);
    table.batch("u,2,2,late,late");
    assertThat(table.rows()).containsExactly("1,z,y", "3,new,null");
    table.batch("u,9,2,back,");
    assertThat(table.rows()).containsExactly("1,z,y", "2,back,null", "3,new,null");
  }

  @Test
  void unauthoredColumnsKeepTheirOwnLatestAuthorAcrossBatches() {
    table.batch("u,10,1,A,B");
    table.batch("u,30,1,?,B3");
    assertThat(table.rows()).containsExactly("1,A,B3");
    table.batch("u,20,1,A2,B2");
    assertThat(table.rows()).containsExactly("1,A2,B3");
    table.batch("d,25,1,,");
    assertThat(table.rows()).containsExactly("1,null,B3");
    table.batch("u,22,1,late,late");
    assertThat(table.rows()).containsExactly("1,null,B3");
    table.batch("u,40,1,?,B4");
    assertThat(table.rows()).containsExactly("1,null,B4");
  }

  @Test
  void aRowTakesItsUnauthoredColumnsAlongToItsNewKey() {
    table.batch("u,1,1,text,b", "u,1,5,other,b");
    table.batch("d,2,1,,,2", "u,2,2,?,c,1");
    assertThat(table.rows()).containsExactly("2,text,c", "5,other,b");
    table.batch("u,3,7,?,d,2");
    assertThat(table.rows()).containsExactly("2,text,c", "5,other,b", "7,null,d");
    table.batch("d,3,2,,,7");
    assertThat(table.rows()).containsExactly("5,other,b", "7,text,d");
    table.batch(
        "u,10,10,ten,b", "d,11,10,,,11", "u,11,11,?,b,10", "d,12,11,,,12", "u,12,12,?,z,11");
    assertThat(table.rows()).containsExactly("5,other,b", "7,text,d", "12,ten,z");
  }

  @Test
  void aLateChangeOfTheOldKeyReachesTheNewKeyThatIsNotInTheBatch() {
    table.batch("d,10,1,,,2", "u,10,2,?,c,1");
    assertThat(table.rows()).containsExactly("2,null,c");
    table.batch("u,5,1,late,b");
    assertThat(table.rows()).containsExactly("2,late,c");
    table.batch("d,10,1,,,2", "u,10,2,?,c,1");
    assertThat(table.rows()).containsExactly("2,late,c");
    table.batch("u,10,2,?,c,");
    assertThat(table.rows()).containsExactly("2,late,c");
  }

  @Test
  void aTruncateDeletesEveryOlderKeyAlsoOnesThatComeLater() {
    table.batch("u,1,1,a,", "u,9,2,new,");
    BatchReport report = table.batch("t,5,,,", "u,4,3,late,", "u,6,4,kept,");
    assertThat(table.rows()).containsExactly("2,new,null", "4,kept,null");
    assertThat(report.applied()).isEqualTo(2);
    assertThat(report.superseded()).isEqualTo(1);
    table.batch("u,3,5,late,", "u,7,6,kept,");
    assertThat(table.rows()).containsExactly("2,new,null", "4,kept,null", "6,kept,null");
  }

  @Test
  void aTruncateIsRememberedBeforeThereIsATable() {
    assertThat(table.batch("t,5,,,").unchanged()).isEqualTo(1);
    table.batch("u,4,1,late,", "u,6,2,kept,");
    assertThat(table.rows()).containsExactly("2,kept,null");
  }

  @Test
  void aRejectedRecordKeepsTheWholeBatchOut() {
    table.batch("u,1,1,a,");
    assertThatThrownBy(() -> table.batch("u,2,1,b,", "z,3,1,c,"))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.RECORD_REJECTED);
              assertThat(e.facts()).containsEntry("topic", "feed").containsEntry("offset", "2");
            });
    assertThat(table.rows()).containsExactly("1,a,null");
  }

  @Test
  void aSecondWriterFencesTheFirst() {
    table.batch("u,1,1,a,");
    TargetTable second = table.target("test");
    second.open(Optional.empty());
    assertThatThrownBy(() -> table.batch("u,2,1,b,"))
        .isInstanceOfSatisfying(
            LakewardException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITER_FENCED));
    assertThatThrownBy(() -> table.target("other").open(Optional.empty()))
        .isInstanceOfSatisfying(
            LakewardException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_OWNED));
    assertThat(table.rows()).containsExactly("1,a,null");
  }

  @Test
  void shuffledAndRebatchedChangesEndInTheSameTable() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      int id = random.nextInt(12);
      values.add(
          switch (random.nextInt(6)) {
            case 0 -> "d," + i + "," + id + ",,";
            case 1 -> "u," + i + "," + id + ",?,b" + i;
            case 2 -> "u," + i + "," + id + ",a" + i + ",?";
            default -> "u," + i + "," + id + ",a" + i + ",b" + i;
          });
    }
    table.batch(values.toArray(String[]::new));
    List<String> expected = table.rows();
    table = new BatchedTable(LAKE);
    Collections.shuffle(values, random);
    for (int from = 0; from < values.size(); from += 20) {
      table.batch(values.subList(from, from + 20).toArray(String[]::new));
    }
    assertThat(table.rows()).as("seed %d", seed).isEqualTo(expected);
  }
}
