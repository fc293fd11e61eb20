package io.lakeward.autocdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autocdc.Change.Origin;
import io.lakeward.autocdc.Version.Closing;
import io.lakeward.autocdc.Version.Opening;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the fold of type 2 stores of a key, part by part. Column a is tracked, b is not. */
class HistoryFoldTest {

  private static final PlainRows ROWS = new PlainRows(2, ColumnSet.of(1));
  private static final ColumnSet B = ColumnSet.of(2);
  private static final byte[] NEW_KEY = {9};

  private final Fold<List<String>> fold = new Type2Fold<>(ROWS, List.of());

  @Test
  void changesInOrderNeedNoHiddenRows() {
    KeyHistory<List<String>> history =
        folded(upsert(1, "x", "1"), upsert(2, "y", "2"), delete(3), upsert(4, "y", "4"));
    assertThat(rows(history))
        .containsExactly(
            row("x", "1", "1", "2"), row("y", "2", "2", "3"), row("y", "4", "4", null));
    assertThat(history.kept()).hasSize(3).allMatch(Kept::isVisible);
    assertThat(versions(history))
        .extracting(Version::closing)
        .containsExactly(Closing.REPLACED, Closing.DELETED, Closing.OPEN);
    assertThat(versions(history)).extracting(Version::opening).containsOnly(Opening.FULL);
    assertThat(versions(history).get(1).position()).isEqualTo(position(2));
  }

  @Test
  void whatDidNotChangeIsTheSameObject() {
    KeyHistory<List<String>> before =
        folded(upsert(1, "x", "1"), upsert(2, "y", "2"), delete(3), upsert(4, "y", "4"));
    KeyHistory<List<String>> after = then(before, upsert(5, "z", "5"));
    assertThat(after.kept()).hasSize(4);
    assertThat(after.holds(before.kept().get(0))).isTrue();
    assertThat(after.holds(before.kept().get(1))).isTrue();
    assertThat(after.holds(before.kept().get(2))).isFalse();
    assertThat(then(after, delete(3), upsert(2, "y", "2")).kept()).allMatch(after::holds);
  }

  @Test
  void aVersionStandsForItsFirstChangeWhileItsColumnsAreThatChanges() {
    KeyHistory<List<String>> equal = folded(upsert(1, "x", "1"), upsert(2, "x", "1"));
    assertThat(rows(equal)).containsExactly(row("x", "1", "1", null));
    assertThat(versions(equal).get(0).opening()).isEqualTo(Opening.FULL);
    assertThat(hidden(equal)).containsExactly(upsert(2, "x", "1"));

    assertThat(then(equal, upsert(3, "x", "1")).holds(equal.kept().get(0))).isTrue();

    KeyHistory<List<String>> untracked = then(equal, upsert(3, "x", "3"));
    assertThat(rows(untracked)).containsExactly(row("x", "3", "1", null));
    assertThat(versions(untracked).get(0).opening()).isEqualTo(Opening.ELSEWHERE);
    assertThat(hidden(untracked))
        .containsExactly(upsert(1, "x", "1"), upsert(2, "x", "1"), upsert(3, "x", "3"));
  }

  @Test
  void aHiddenChangeIsExposedWithItsOwnColumnsAndStart() {
    KeyHistory<List<String>> run =
        folded(upsert(5, "x", "105"), upsert(10, "x", "110"), upsert(15, "x", "115"));
    assertThat(rows(then(run, upsert(12, "y", "112"))))
        .containsExactly(
            row("x", "110", "5", "12"), row("y", "112", "12", "15"), row("x", "115", "15", null));
    assertThat(rows(then(run, delete(7))))
        .containsExactly(row("x", "105", "5", "7"), row("x", "115", "10", null));
  }

  @Test
  void aDeleteBeforeItsInsertIsATombstone() {
    KeyHistory<List<String>> waiting = folded(delete(5));
    assertThat(waiting.kept()).singleElement().matches(Kept::isTombstone);
    KeyHistory<List<String>> closed = then(waiting, upsert(2, "x", "2"));
    assertThat(rows(closed)).containsExactly(row("x", "2", "2", "5"));
    assertThat(closed.kept()).hasSize(1);
  }

  @Test
  void whatHasNoWidthIsKeptBesideTheRows() {
    KeyHistory<List<String>> history =
        folded(upsert(1, "x", "1"), at(5, 0, delete(5)), at(5, 1, upsert(5, "x", "1")));
    assertThat(rows(history)).containsExactly(row("x", "1", "1", null));
    assertThat(rows(then(history, at(5, 2, delete(5))))).containsExactly(row("x", "1", "1", "5"));
  }

  @Test
  void theLastOfEqualSequencesGivesTheIntervalItsValue() {
    KeyHistory<List<String>> history =
        folded(
            valued("t1", at(1, 0, upsert(1, "x", "1"))),
            valued("t2", at(1, 1, upsert(1, "x", "1"))),
            valued("t2", upsert(2, "y", "2")),
            valued("t3", at(3, 1, delete(3))),
            valued("t4", at(3, 2, delete(3))));
    assertThat(rows(history)).containsExactly(row("x", "1", "t2", "t2"), row("y", "2", "t2", "t4"));
    KeyHistory<List<String>> later = then(history, valued("t0", upsert(0, "w", "0")));
    assertThat(rows(later)).contains(row("x", "1", "t2", "t2"), row("w", "0", "t0", "t2"));
  }

  @Test
  void everyTruncateEndsWhatWasOpenAtItsPlace() {
    Change.Truncate<List<String>> at5 = new Change.Truncate<>(position(5), event("5", null, null));
    Change.Truncate<List<String>> at9 = new Change.Truncate<>(position(9), event("9", null, null));
    Fold<List<String>> truncated = new Type2Fold<>(ROWS, List.of(at9, at5));
    KeyHistory<List<String>> stored = folded(upsert(1, "x", "1"));
    KeyHistory<List<String>> ended =
        truncated.fold(stored, List.of(upsert(7, "y", "7")), List.of());
    assertThat(rows(ended)).containsExactly(row("x", "1", "1", "5"), row("y", "7", "7", "9"));
    assertThat(ended.kept()).hasSize(2);
    assertThat(truncated.fold(ended, List.of(), List.of()).kept()).allMatch(ended::holds);
    assertThat(truncated.fold(KeyHistory.unknown(), List.of(), List.of()).kept()).isEmpty();
    assertThat(fold.fold(ended, List.of(), List.of()).kept())
        .as("a version stands for the truncate that ended it")
        .allMatch(ended::holds);
  }

  @Test
  void aTruncateThatComesAsAChangeOfAKeyIsKeptAsItsDelete() {
    KeyHistory<List<String>> history =
        folded(new Change.Truncate<>(position(5), event("5", null, null)));
    assertThat(history.kept()).singleElement().matches(Kept::isTombstone);
    assertThat(rows(then(history, upsert(2, "x", "2")))).containsExactly(row("x", "2", "2", "5"));
  }

  @Test
  void versionsStayWhenHiddenChangesAreGivenUp() {
    Change<List<String>> move = new Change.Move<>(position(20), event("20", null, null), NEW_KEY);
    KeyHistory<List<String>> history =
        folded(upsert(1, "x", "1"), upsert(2, "x", "2"), upsert(5, "y", "5"), move);
    KeyHistory<List<String>> forgotten =
        new KeyHistory<>(history.kept().stream().filter(Kept::isVisible).toList());
    assertThat(forgotten.kept()).hasSizeLessThan(history.kept().size());
    assertThat(rows(then(forgotten, upsert(30, "z", "30"))))
        .containsExactly(
            row("x", "2", "1", "5"), row("y", "5", "5", "20"), row("z", "30", "30", null));
  }

  @Test
  void rowsThatWereThereBeforeStandUntilTheFirstChange() {
    Foreign<List<String>> past = new Foreign<>(row("e", "0", "0", "2"));
    Foreign<List<String>> open = new Foreign<>(row("f", "0", "2", null));
    Foreign<List<String>> later = new Foreign<>(row("g", "0", "7", null));
    KeyHistory<List<String>> stored = new KeyHistory<>(List.of(past, open, later));
    assertThat(fold.fold(stored, List.of(), List.of()).kept())
        .containsExactly(past, open, later)
        .allMatch(stored::holds);

    KeyHistory<List<String>> changed = then(stored, upsert(5, "x", "1"));
    assertThat(visible(changed))
        .containsExactly(
            row("e", "0", "0", "2"), row("f", "0", "2", "5"), row("x", "1", "5", null));
    assertThat(changed.holds(past)).isTrue();
    assertThat(then(changed, upsert(9, "y", "1")).holds(changed.kept().get(1))).isTrue();
    assertThat(visible(then(changed, upsert(3, "w", "1"))))
        .isEqualTo(visible(then(stored, upsert(3, "w", "1"), upsert(5, "x", "1"))))
        .containsExactly(
            row("e", "0", "0", "2"),
            row("f", "0", "2", "3"),
            row("w", "1", "3", "5"),
            row("x", "1", "5", null));
    assertThat(visible(then(changed, upsert(1, "w", "1"))))
        .containsExactly(
            row("e", "0", "0", "1"), row("w", "1", "1", "5"), row("x", "1", "5", null));
    assertThat(visible(then(changed, upsert(0, "w", "1"))))
        .containsExactly(row("w", "1", "0", "5"), row("x", "1", "5", null));
  }

  @Test
  void aDeleteOrTruncateEndsRowsThatWereThereBefore() {
    Foreign<List<String>> open = new Foreign<>(row("f", "0", null, null));
    KeyHistory<List<String>> stored = new KeyHistory<>(List.of(open));
    KeyHistory<List<String>> deleted = then(stored, delete(5));
    assertThat(visible(deleted)).containsExactly(row("f", "0", null, "5"));
    assertThat(fold.outcome(delete(5), stored, deleted)).isEqualTo(Outcome.APPLIED);

    Change.Truncate<List<String>> truncate =
        new Change.Truncate<>(position(4), event("4", null, null));
    Fold<List<String>> truncating = new Type2Fold<>(ROWS, List.of(truncate));
    KeyHistory<List<String>> truncated = truncating.fold(stored, List.of(), List.of());
    assertThat(visible(truncated)).containsExactly(row("f", "0", null, "4"));
    assertThat(truncating.fold(truncated, List.of(), List.of()).kept()).allMatch(truncated::holds);
  }

  @Test
  void aPartialChangeLeavesColumnsToARowThatWasThereBefore() {
    Foreign<List<String>> open = new Foreign<>(row("f", "0", null, null));
    Change<List<String>> partial =
        new Change.Upsert<>(position(5), event("5", "x", null), B, Origin.SAME_KEY);
    KeyHistory<List<String>> changed = then(new KeyHistory<>(List.of(open)), partial);
    assertThat(visible(changed))
        .containsExactly(row("f", "0", null, "5"), row("x", "0", "5", null));
    assertThat(then(changed, partial).kept()).allMatch(changed::holds);
    Change<List<String>> next =
        new Change.Upsert<>(position(8), event("8", "y", null), B, Origin.SAME_KEY);
    assertThat(visible(then(changed, next)))
        .containsExactly(
            row("f", "0", null, "5"), row("x", "0", "5", "8"), row("y", "0", "8", null));
  }

  @Test
  void aRowOfType1IsNoHistory() {
    KeyHistory<List<String>> type1 =
        new Type1Fold<>(ROWS, Position.NONE)
            .fold(KeyHistory.unknown(), List.of(upsert(1, "x", "1")), List.of());
    assertThatThrownBy(() -> then(type1, delete(2))).isInstanceOf(IllegalStateException.class);
    KeyHistory<List<String>> type2 = folded(upsert(1, "x", "1"));
    assertThatThrownBy(
            () -> new Type1Fold<>(ROWS, Position.NONE).fold(type2, List.of(delete(2)), List.of()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aLateChangeOfTheOldKeyIsHandedOverToo() {
    Change<List<String>> move = new Change.Move<>(position(20), event("20", null, null), NEW_KEY);
    KeyHistory<List<String>> old = folded(upsert(1, "x", "1"), move);
    Moved<List<String>> moved = old.moved().get(0);
    KeyHistory<List<String>> taken = take(folded(inheriting(20, "n")), moved);
    assertThat(rows(taken)).containsExactly(row("n", "1", "20", null));
    assertThat(take(taken, moved).kept()).allMatch(taken::holds);

    KeyHistory<List<String>> late = then(old, upsert(10, "x", "10"), delete(30));
    assertThat(late.moved()).singleElement().isNotSameAs(moved);
    assertThat(rows(take(taken, late.moved().get(0)))).containsExactly(row("n", "10", "20", null));
    KeyHistory<List<String>> gone = then(old, delete(15));
    assertThat(rows(take(taken, gone.moved().get(0)))).containsExactly(row("n", null, "20", null));
    assertThat(then(old, upsert(30, "z", "30")).moved()).singleElement().isSameAs(moved);
  }

  @Test
  void aMoveKeepsTheValueByWhichItEndsARow() {
    Change<List<String>> move = new Change.Move<>(position(20), event("t9", null, null), NEW_KEY);
    KeyHistory<List<String>> old = folded(upsert(1, "x", "1"), move);
    assertThat(rows(old)).containsExactly(row("x", "1", "1", "t9"));
    Moved<List<String>> moved = old.moved().get(0);
    assertThat(moved.row()).isSameAs(((State.Live<List<String>>) moved.before()).row());
    assertThat(rows(then(old, upsert(10, "y", "10"))))
        .containsExactly(row("x", "1", "1", "10"), row("y", "10", "10", "t9"));
  }

  @Test
  void aKeyChangeDeliveredAgainUnderAnotherOffsetIsTheSame() {
    Change<List<String>> move =
        at(20, 1, new Change.Move<>(position(20), event("20", null, null), NEW_KEY));
    Change<List<String>> again =
        at(20, 7, new Change.Move<>(position(20), event("20", null, null), NEW_KEY));
    KeyHistory<List<String>> old = folded(upsert(1, "x", "1"), move, again);
    assertThat(old.moved())
        .hasSize(2)
        .extracting(moved -> ((State.Live<List<String>>) moved.before()).row().get(2))
        .containsOnly("1");
    KeyHistory<List<String>> taken = take(folded(inheriting(20, "n")), old.moved().get(0));
    KeyHistory<List<String>> twice = then(taken, at(20, 8, inheriting(20, "n")));
    assertThat(rows(twice)).containsExactly(row("n", "1", "20", null));
  }

  @Test
  void aChangeCountsOnlyWhereItAltersSomething() {
    Change<List<String>> again = upsert(1, "x", "1");
    Change<List<String>> nothing = delete(0);
    Change<List<String>> newer = upsert(2, "y", "2");
    KeyHistory<List<String>> before = folded(again);
    KeyHistory<List<String>> after = then(before, again, nothing, newer);
    assertThat(fold.outcome(again, before, after)).isEqualTo(Outcome.UNCHANGED);
    assertThat(fold.outcome(newer, before, after)).isEqualTo(Outcome.APPLIED);
  }

  @Test
  void aHiddenUpsertIsKeptWithoutTheEndOfTheVersionItWas() {
    KeyHistory<List<String>> history = folded(upsert(1, "x", "1"), upsert(5, "y", "5"));
    KeyHistory<List<String>> overruled = then(history, at(1, 3, upsert(1, "z", "1")));
    assertThat(hidden(overruled)).containsExactly(upsert(1, "x", "1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("outcomes")
  void everyChangeEndsInOneOutcome(
      String name, List<Change<List<String>>> stored, Change<List<String>> change, Outcome ends) {
    KeyHistory<List<String>> before = fold.fold(KeyHistory.unknown(), stored, List.of());
    KeyHistory<List<String>> after = then(before, change);
    assertThat(fold.outcome(change, before, after)).isEqualTo(ends);
  }

  static Stream<Arguments> outcomes() {
    Change<List<String>> x1 = upsert(1, "x", "1");
    return Stream.of(
        Arguments.of("new key", List.of(), x1, Outcome.APPLIED),
        Arguments.of("newer", List.of(x1), upsert(2, "y", "2"), Outcome.APPLIED),
        Arguments.of("older", List.of(upsert(2, "y", "2")), x1, Outcome.APPLIED),
        Arguments.of("again", List.of(x1), x1, Outcome.UNCHANGED),
        Arguments.of("again, no longer open", List.of(x1, delete(2)), x1, Outcome.UNCHANGED),
        Arguments.of("equal and newer", List.of(x1), upsert(2, "x", "1"), Outcome.UNCHANGED),
        Arguments.of(
            "equal in the middle",
            List.of(x1, upsert(3, "x", "1")),
            upsert(2, "x", "1"),
            Outcome.UNCHANGED),
        Arguments.of("delete", List.of(x1), delete(2), Outcome.APPLIED),
        Arguments.of("delete again", List.of(x1, delete(2)), delete(2), Outcome.UNCHANGED),
        Arguments.of("delete of nothing", List.of(), delete(2), Outcome.UNCHANGED),
        Arguments.of("delete between", List.of(x1, delete(5)), delete(2), Outcome.APPLIED),
        Arguments.of("delete before all", List.of(x1), delete(0), Outcome.UNCHANGED),
        Arguments.of(
            "overruled by an upsert",
            List.of(at(2, 5, upsert(2, "y", "2"))),
            at(2, 3, upsert(2, "z", "2")),
            Outcome.SUPERSEDED),
        Arguments.of(
            "overruled by a delete",
            List.of(x1, at(2, 5, delete(2))),
            at(2, 3, upsert(2, "z", "2")),
            Outcome.SUPERSEDED),
        Arguments.of(
            "overruled by a delete of nothing",
            List.of(at(2, 5, delete(2))),
            at(2, 3, upsert(2, "z", "2")),
            Outcome.SUPERSEDED),
        Arguments.of(
            "overruled by a move",
            List.of(at(2, 5, new Change.Move<>(position(2), event("2", null, null), NEW_KEY))),
            at(2, 3, upsert(2, "z", "2")),
            Outcome.SUPERSEDED),
        Arguments.of(
            "beneath a partial update of its sequence",
            List.of(at(2, 5, partial(2, "y", B))),
            at(2, 3, upsert(2, "z", "b")),
            Outcome.APPLIED),
        Arguments.of(
            "covered by a partial update of its sequence",
            List.of(x1, at(2, 5, partial(2, "y", B))),
            at(2, 3, partial(2, "z", B)),
            Outcome.SUPERSEDED),
        Arguments.of(
            "delete that takes a column from a later update",
            List.of(at(1, 3, x1), partial(5, "y", B)),
            at(1, 4, delete(1)),
            Outcome.APPLIED),
        Arguments.of(
            "delete that takes no column from a later update",
            List.of(x1, at(4, 1, delete(4)), upsert(5, "y", "5")),
            delete(3),
            Outcome.APPLIED),
        Arguments.of(
            "delete after a delete",
            List.of(x1, delete(3), upsert(5, "y", "5")),
            delete(4),
            Outcome.UNCHANGED),
        Arguments.of(
            "move again",
            List.of(x1, new Change.Move<>(position(2), event("2", null, null), NEW_KEY)),
            new Change.Move<>(position(2), event("2", null, null), NEW_KEY),
            Outcome.UNCHANGED),
        Arguments.of(
            "overruled by a hidden upsert",
            List.of(x1, at(2, 5, upsert(2, "x", "1"))),
            at(2, 3, upsert(2, "z", "2")),
            Outcome.SUPERSEDED),
        Arguments.of(
            "overruled by what a new key brings",
            List.of(at(2, 5, inheriting(2, "n"))),
            at(2, 3, upsert(2, "z", "2")),
            Outcome.SUPERSEDED),
        Arguments.of(
            "delete of its sequence", List.of(at(1, 3, x1)), at(1, 4, delete(1)), Outcome.APPLIED));
  }

  @Test
  void partsSayWhatTheyCannotBe() {
    assertThatThrownBy(() -> new Interval(position(2), position(1), Position.NONE))
        .isInstanceOf(IllegalArgumentException.class);
    Interval open = new Interval(position(1), position(1), Position.NONE);
    assertThatThrownBy(() -> new Version<>(open, "row", Opening.FULL, Closing.DELETED))
        .isInstanceOf(IllegalArgumentException.class);
    Interval closed = new Interval(position(1), position(1), position(2));
    assertThatThrownBy(() -> new Version<>(closed, "row", Opening.FULL, Closing.OPEN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Remembered<>(new Change.Truncate<>(position(1), "row")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Remembered<>(new Change.Move<>(position(1), "row", NEW_KEY)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void onlyPartialUpdatesInheritFromWhatIsBefore() {
    KeyHistory<List<String>> history =
        folded(upsert(10, "x", "1"), partial(30, "z", B), partial(20, "y", B));
    assertThat(rows(history))
        .containsExactly(
            row("x", "1", "10", "20"), row("y", "1", "20", "30"), row("z", "1", "30", null));
    assertThat(rows(then(history, upsert(25, "q", "25"))))
        .containsExactly(
            row("x", "1", "10", "20"),
            row("y", "1", "20", "25"),
            row("q", "25", "25", "30"),
            row("z", "25", "30", null));
    assertThat(rows(then(history, delete(15))))
        .containsExactly(
            row("x", "1", "10", "15"), row("y", null, "20", "30"), row("z", null, "30", null));
  }

  @SafeVarargs
  private KeyHistory<List<String>> folded(Change<List<String>>... changes) {
    return then(KeyHistory.unknown(), changes);
  }

  @SafeVarargs
  private KeyHistory<List<String>> then(
      KeyHistory<List<String>> stored, Change<List<String>>... changes) {
    return fold.fold(stored, List.of(changes), List.of());
  }

  private KeyHistory<List<String>> take(
      KeyHistory<List<String>> stored, Moved<List<String>> moved) {
    return fold.fold(stored, List.of(), List.of(new Handover<>(moved.position(), moved.before())));
  }

  private static List<Version<List<String>>> versions(KeyHistory<List<String>> history) {
    List<Version<List<String>>> versions = new ArrayList<>();
    for (Kept<List<String>> part : history.kept()) {
      if (part instanceof Version<List<String>> version) {
        versions.add(version);
      }
    }
    return versions;
  }

  private static List<Change<List<String>>> hidden(KeyHistory<List<String>> history) {
    List<Change<List<String>>> hidden = new ArrayList<>();
    for (Kept<List<String>> part : history.kept()) {
      if (part instanceof Remembered<List<String>> remembered) {
        hidden.add(remembered.change());
      }
    }
    return hidden;
  }

  private static List<List<String>> rows(KeyHistory<List<String>> history) {
    return versions(history).stream().map(Version::row).toList();
  }

  private static List<List<String>> visible(KeyHistory<List<String>> history) {
    return history.kept().stream()
        .filter(Kept::isVisible)
        .map(
            part ->
                part instanceof Foreign<List<String>> foreign
                    ? foreign.row()
                    : ((Version<List<String>>) part).row())
        .toList();
  }

  private static List<String> row(String a, String b, String start, String end) {
    return Arrays.asList("k", a, b, start, end, null, null);
  }

  private static List<String> event(String start, String a, String b) {
    return PlainRows.ofChange("k", Arrays.asList(a, b), start, null);
  }

  private static Change<List<String>> upsert(int at, String a, String b) {
    return new Change.Upsert<>(position(at), event("" + at, a, b), ColumnSet.NONE, Origin.SAME_KEY);
  }

  private static Change<List<String>> partial(int at, String a, ColumnSet unauthored) {
    return new Change.Upsert<>(position(at), event("" + at, a, null), unauthored, Origin.SAME_KEY);
  }

  private static Change<List<String>> inheriting(int at, String a) {
    return new Change.Upsert<>(position(at), event("" + at, a, null), B, Origin.OLD_KEY);
  }

  private static Change<List<String>> delete(int at) {
    return new Change.Delete<>(position(at), event("" + at, null, null));
  }

  private static Position position(int at) {
    return position(at, 0);
  }

  private static Position position(int at, int offset) {
    return Position.of(new OrderedBytes().putLong(at).putLong(offset).toBytes(), Long.BYTES);
  }

  /** The change at another offset. */
  private static Change<List<String>> at(int sequence, int offset, Change<List<String>> change) {
    return with(change, position(sequence, offset), change.row());
  }

  /** The change with another value for the interval. */
  private static Change<List<String>> valued(String value, Change<List<String>> change) {
    List<String> row = new ArrayList<>(change.row());
    row.set(ROWS.start(), value);
    return with(change, change.position(), row);
  }

  private static Change<List<String>> with(
      Change<List<String>> change, Position position, List<String> row) {
    if (change instanceof Change.Upsert<List<String>> upsert) {
      return new Change.Upsert<>(position, row, upsert.unauthored(), upsert.origin());
    }
    return change instanceof Change.Move<List<String>> move
        ? new Change.Move<>(position, row, move.newKey())
        : new Change.Delete<>(position, row);
  }
}
