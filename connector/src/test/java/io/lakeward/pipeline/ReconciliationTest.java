package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.pipeline.Reconciliation.Action;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A table that a feed fills, and the database that the feed should have told all of. */
class ReconciliationTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  @TempDir private Path directory;
  private final BatchedTable table = new BatchedTable(LAKE);
  private SourceDatabase database;

  @BeforeEach
  void fill() {
    database =
        new SourceDatabase(LAKE, directory.resolve("source.db"))
            .execute(
                "CREATE TABLE rows (id INTEGER, a VARCHAR, b VARCHAR)",
                "INSERT INTO rows VALUES (1, 'a1', 'b1'), (2, 'a2', 'b2'), (3, 'a3', null)");
    table.batch("u,1,1,a1,b1", "u,2,2,a2,b2", "u,3,3,a3,");
  }

  @AfterEach
  void itHappened() {
    assertThat(SourceDatabase.isOver()).isTrue();
  }

  private Findings reconcile(Action action, Duration settle) {
    return reconcile(action, settle, Optional.empty(), Optional.empty());
  }

  private Findings reconcile(
      Action action, Duration settle, Optional<String> within, Optional<String> at) {
    return table.reconciled(database.rows("rows", within), request(action, settle, Set.of()), at);
  }

  private Reconciliation.Request request(Action action, Duration settle, Set<String> ignored) {
    return new Reconciliation.Request(
        table.name(),
        Optional.empty(),
        ignored,
        Optional.empty(),
        Optional.empty(),
        settle,
        action,
        2);
  }

  private Findings compare() {
    return reconcile(Action.COMPARE, Duration.ZERO);
  }

  private Findings repair() {
    return reconcile(Action.REPAIR, Duration.ZERO);
  }

  @Test
  void aTableThatEqualsItsSourceDiffersNowhere() {
    Findings found = compare();
    assertThat(found.counts()).isEqualTo(new Findings.Counts(3, 0, 0, 0, 0));
    assertThat(found.examples()).isEmpty();
    assertThat(found.remaining()).isZero();
  }

  @Test
  void differencesAreToldWithTheirColumns() {
    database.execute(
        "UPDATE rows SET b = null WHERE id = 1",
        "DELETE FROM rows WHERE id = 2",
        "UPDATE rows SET b = '" + "x".repeat(300) + "' WHERE id = 3",
        "INSERT INTO rows VALUES (4, 'a4', 'b4'), (5, 'a5', 'b5'), (6, 'a6', 'b6')");
    Findings found = compare();
    assertThat(found.counts()).isEqualTo(new Findings.Counts(0, 2, 3, 1, 0));
    assertThat(found.examples())
        .containsExactly(
            "{\"kind\":\"different\",\"key\":{\"id\":1},\"columns\":{\"b\":{\"source\":null,\"lake\":\"b1\"}}}",
            "{\"kind\":\"different\",\"key\":{\"id\":3},\"columns\":{\"b\":{\"source\":\""
                + "x".repeat(200)
                + "…\",\"lake\":null}}}",
            "{\"kind\":\"missing\",\"key\":{\"id\":4},\"columns\":{}}",
            "{\"kind\":\"missing\",\"key\":{\"id\":5},\"columns\":{}}",
            "{\"kind\":\"extra\",\"key\":{\"id\":2},\"columns\":{}}");
    assertThat(found.remaining()).isEqualTo(6);
  }

  @Test
  void aRepairMendsAllAndOlderChangesComeTooLate() {
    database.execute(
        "UPDATE rows SET b = 'new' WHERE id = 1",
        "DELETE FROM rows WHERE id = 2",
        "INSERT INTO rows VALUES (4, 'a4', null)");
    Findings found = repair();
    assertThat(found.counts().differences()).isEqualTo(3);
    assertThat(found.repair().orElseThrow()).isEqualTo(new Findings.Repair("3", 3, 0, 0));
    assertThat(found.remaining()).isZero();
    assertThat(table.rows()).containsExactly("1,a1,new", "3,a3,null", "4,a4,null");
    table.batch("u,2,1,late,late", "u,1,2,late,late", "u,3,4,late,late");
    assertThat(table.rows()).containsExactly("1,a1,new", "3,a3,null", "4,a4,null");
    table.batch("u,4,1,newer,", "u,5,2,back,", "d,6,4,,");
    assertThat(table.rows()).containsExactly("1,newer,null", "2,back,null", "3,a3,null");
  }

  @Test
  void whatTheFeedDeletesOrChangesAfterTheReadingWins() {
    database.execute("UPDATE rows SET a = 'hidden'", "INSERT INTO rows VALUES (4, 'hidden', '')");
    SourceDatabase.meanwhile(
        () -> table.batch("d,9,1,,", "u,8,2,newer,b2", "u,7,4,x,", "d,10,4,,"));
    Findings found = repair();
    assertThat(table.rows()).containsExactly("2,newer,b2", "3,hidden,null");
    assertThat(found.repair().orElseThrow().superseded()).isGreaterThanOrEqualTo(1);
    table.batch("d,9,1,,", "u,8,2,newer,b2", "d,10,4,,");
    assertThat(table.rows()).containsExactly("2,newer,b2", "3,hidden,null");
  }

  @Test
  void aSecondRepairOfATableThatStandsStillWinsOverTheFirst() {
    database.execute("UPDATE rows SET a = 'once'");
    repair();
    database.execute("UPDATE rows SET a = 'twice'", "DELETE FROM rows WHERE id = 3");
    assertThat(repair().remaining()).isZero();
    assertThat(table.rows()).containsExactly("1,twice,b1", "2,twice,b2");
  }

  @Test
  void aRunThatBeginsMeanwhileIsJoined() {
    database.execute("UPDATE rows SET a = 'hidden' WHERE id = 1");
    SourceDatabase.meanwhile(
        () -> {
          TargetTable other = table.target("test");
          assertThat(other.open(Optional.empty())).isPresent();
          table.writtenBy(other);
          table.batch("u,9,2,newer,b2");
        });
    Findings found = repair();
    assertThat(found.repair().orElseThrow().applied()).isEqualTo(1);
    assertThat(table.rows()).containsExactly("1,hidden,b1", "2,newer,b2", "3,a3,null");
  }

  @Test
  void changesOnTheirWayAreWaitedFor() {
    database.execute(
        "UPDATE rows SET a = 'new', b = 'c' WHERE id = 3", "DELETE FROM rows WHERE id = 1");
    SourceDatabase.meanwhile(() -> table.batch("u,5,3,new,c", "d,6,1,,"));
    Findings found = reconcile(Action.COMPARE, Duration.ofSeconds(20));
    assertThat(found.counts().differences()).isZero();
    assertThat(found.settled()).isEqualTo(2);
    assertThat(found.undecided()).isZero();
  }

  @Test
  void whatStaysDifferentWhileTimeGoesByCountsWithThatRemark() {
    database.execute("UPDATE rows SET a = 'x' WHERE id = 1");
    Findings found = reconcile(Action.COMPARE, Duration.ofSeconds(2));
    assertThat(found.counts()).isEqualTo(new Findings.Counts(2, 1, 0, 0, 0));
    assertThat(found.undecided()).isEqualTo(1);
    assertThat(found.standing().feed()).isEqualTo(Findings.Feed.NOT_SEEN_BEYOND);
    assertThat(found.notes()).anyMatch(note -> note.contains("does not tell"));
  }

  @Test
  void rowsThatLeaveThePartThatIsComparedAreNotTakenForDeleted() {
    database.execute(
        "UPDATE rows SET a = 'z1' WHERE id = 1", "UPDATE rows SET b = 'outside' WHERE id = 2");
    Findings found =
        reconcile(
            Action.REPAIR,
            Duration.ofSeconds(2),
            Optional.of("a IN ('a1', 'z2')"),
            Optional.empty());
    assertThat(found.counts()).isEqualTo(new Findings.Counts(0, 1, 0, 0, 0));
    assertThat(found.remaining()).isZero();
    assertThat(table.rows()).containsExactly("1,z1,b1", "2,a2,b2", "3,a3,null");
  }

  @Test
  void aConditionOverWhatOneSideLacksIsRefused() {
    database.execute("ALTER TABLE rows ADD COLUMN c VARCHAR");
    for (String condition : new String[] {"d = 1", "c = 'x'", "id + 1", "a =="}) {
      LakewardException error =
          catchThrowableOfType(
              LakewardException.class,
              () ->
                  reconcile(
                      Action.COMPARE, Duration.ZERO, Optional.of(condition), Optional.empty()));
      assertThat(error.facts()).containsEntry("key", "within");
    }
  }

  @Test
  void changesBehindAStatedPositionDoNotCount() {
    table.batch("u,7,1,newer,", "d,7,2,,", "u,7,9,new,");
    database.execute("UPDATE rows SET b = 'x' WHERE id = 3");
    Findings found = reconcile(Action.REPAIR, Duration.ZERO, Optional.empty(), Optional.of("5"));
    assertThat(found.counts()).isEqualTo(new Findings.Counts(0, 1, 0, 0, 3));
    assertThat(found.notes()).noneMatch(note -> note.contains("beyond all"));
    assertThat(found.remaining()).isZero();
    assertThat(table.rows()).containsExactly("1,newer,null", "3,a3,x", "9,new,null");
  }

  @Test
  void aRepairBeyondAllThatTheTableHasSaysSo() {
    database.execute("UPDATE rows SET b = 'x' WHERE id = 3");
    Findings found = reconcile(Action.REPAIR, Duration.ZERO, Optional.empty(), Optional.of("100"));
    assertThat(found.notes()).anySatisfy(note -> assertThat(note).contains("beyond all"));
    found = reconcile(Action.REPAIR, Duration.ZERO, Optional.empty(), Optional.of("100"));
    assertThat(found.notes())
        .contains("there is nothing to repair")
        .noneMatch(note -> note.contains("beyond all"));
  }

  @Test
  void moreDifferencesThanTheDriverHoldsAreRepaired() {
    int rows = FoundKeys.MOST_HELD + 500;
    database.execute(
        "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < "
            + (rows + 9)
            + ") INSERT INTO rows SELECT i, 'a', 'b' FROM n");
    table.batch(
        IntStream.range(0, 50)
            .mapToObj(i -> "u,4," + (1_000_000 + i) + ",x,")
            .toArray(String[]::new));
    Findings found = reconcile(Action.REPAIR, Duration.ofSeconds(5));
    assertThat(found.counts()).isEqualTo(new Findings.Counts(3, 0, rows, 50, 0));
    assertThat(found.remaining()).isZero();
    assertThat(found.notes()).anyMatch(note -> note.contains("10,000"));
    assertThat(table.rows()).hasSize(rows + 3);
  }

  @Test
  void columnsThatCannotBeComparedAreNamedTogether() {
    database.execute("DROP TABLE rows", "CREATE TABLE rows (id INTEGER, a BLOB, c VARCHAR)");
    LakewardException error = catchThrowableOfType(LakewardException.class, this::compare);
    assertThat(error.code()).isEqualTo(ErrorCode.COLUMNS_NOT_COMPARABLE);
    assertThat(error)
        .hasMessageContaining("a=string in the table, binary in the source")
        .hasMessageContaining("b=the source lacks it")
        .hasMessageContaining("--ignore-columns a,b");
    database.execute("INSERT INTO rows VALUES (1, 'x', 'y'), (2, 'x', 'y'), (3, 'x', 'y')");
    Findings found =
        table.reconciled(
            database.rows("rows", Optional.empty()),
            request(Action.COMPARE, Duration.ZERO, Set.of("a", "b")),
            Optional.empty());
    assertThat(found.counts()).isEqualTo(new Findings.Counts(3, 0, 0, 0, 0));
    assertThat(found.notes()).contains("the table has no such columns yet: c");
  }

  @Test
  void aRepairKeepsWhatTheSourceDoesNotSay() {
    database.execute(
        "DROP TABLE rows",
        "CREATE TABLE rows (id INTEGER, a VARCHAR)",
        "INSERT INTO rows VALUES (1, 'new'), (2, 'a2'), (4, 'a4')");
    Findings found =
        table.reconciled(
            database.rows("rows", Optional.empty()),
            request(Action.REPAIR, Duration.ZERO, Set.of("b")),
            Optional.empty());
    assertThat(found.remaining()).isZero();
    assertThat(table.rows()).containsExactly("1,new,b1", "2,a2,b2", "4,a4,null");
  }

  @Test
  void aKeyThatTheSourceHasTwiceIsRefused() {
    database.execute("INSERT INTO rows VALUES (2, 'again', '')");
    LakewardException error = catchThrowableOfType(LakewardException.class, this::repair);
    assertThat(error.code()).isEqualTo(ErrorCode.DUPLICATE_KEY);
    assertThat(error).hasMessageContaining("id=2");
    assertThat(table.rows()).containsExactly("1,a1,b1", "2,a2,b2", "3,a3,null");
  }

  @Test
  void rowsOfUnknownAgeRepairNothing() {
    ReconciledSource live = database.rows("rows", Optional.empty());
    ReconciledSource file = new ReconciledSource(live.export(), Optional.empty(), Optional.empty());
    LakewardException error =
        catchThrowableOfType(
            LakewardException.class,
            () ->
                table.reconciled(
                    file, request(Action.REPAIR, Duration.ZERO, Set.of()), Optional.empty()));
    assertThat(error.code()).isEqualTo(ErrorCode.POSITION_REQUIRED);
    assertThat(error).hasMessageContaining("--at");
  }
}
