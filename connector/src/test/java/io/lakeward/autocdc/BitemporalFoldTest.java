package io.lakeward.autocdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autocdc.Change.Origin;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the fold in two times stores of a key. Changes are at (business time, system time). */
class BitemporalFoldTest {

  private static final PlainRows ROWS = new PlainRows(2, ColumnSet.of(1, 2));
  private static final byte[] NEW_KEY = {9};

  private final Fold<List<String>> fold = new BitemporalFold<>(ROWS);

  @Test
  void aBeliefEndsWhenItIsCorrected() {
    assertThat(rows(folded(upsert(10, 100, "x"), upsert(10, 200, "y"))))
        .containsExactlyInAnyOrder(
            row("x", "10", null, "100", "200"), row("y", "10", null, "200", null));
  }

  @Test
  void aCorrectionThatChangesNothingLeavesTheBelief() {
    KeyHistory<List<String>> before = folded(upsert(10, 100, "x"));
    KeyHistory<List<String>> after = then(before, upsert(10, 200, "x"));
    assertThat(rows(after)).containsExactly(row("x", "10", null, "100", null));
    assertThat(before.kept()).allMatch(after::holds);
    assertThat(after.kept()).hasSize(3);
  }

  @Test
  void whatIsPastInSystemTimeStaysTheSameObject() {
    KeyHistory<List<String>> before = folded(upsert(10, 100, "x"), upsert(20, 200, "y"));
    KeyHistory<List<String>> after = then(before, upsert(30, 300, "z"));
    assertThat(rows(after))
        .containsExactlyInAnyOrder(
            row("x", "10", null, "100", "200"),
            row("x", "10", "20", "200", null),
            row("y", "20", null, "200", "300"),
            row("y", "20", "30", "300", null),
            row("z", "30", null, "300", null));
    assertThat(before.kept().stream().filter(part -> !after.holds(part))).hasSize(1);
    assertThat(then(after, upsert(20, 200, "y"), upsert(30, 300, "z")).kept())
        .allMatch(after::holds);
  }

  @Test
  void aChangeThatComesLateChangesWhatWasBelievedThen() {
    KeyHistory<List<String>> history = folded(upsert(10, 100, "x"), upsert(10, 300, "y"));
    assertThat(rows(then(history, delete(15, 200))))
        .containsExactlyInAnyOrder(
            row("x", "10", null, "100", "200"),
            row("x", "10", "15", "200", "300"),
            row("y", "10", "15", "300", null));
  }

  @Test
  void aRowThatIsBelievedAgainIsAnotherRow() {
    assertThat(rows(folded(upsert(10, 1, "x"), upsert(10, 2, "y"), upsert(10, 3, "x"))))
        .containsExactlyInAnyOrder(
            row("x", "10", null, "1", "2"),
            row("y", "10", null, "2", "3"),
            row("x", "10", null, "3", null));
  }

  @Test
  void changesOfOneSystemTimeAreBelievedAtOnce() {
    assertThat(rows(folded(upsert(10, 100, "x"), upsert(20, 100, "y"), delete(30, 100))))
        .containsExactlyInAnyOrder(
            row("x", "10", "20", "100", null), row("y", "20", "30", "100", null));
  }

  @Test
  void aKeyChangeTakesWhatWasBelievedThen() {
    Change<List<String>> move = new Change.Move<>(at(50, 500), event(50, 500, null), NEW_KEY);
    KeyHistory<List<String>> old = folded(upsert(10, 100, "x"), move);
    KeyHistory<List<String>> corrected = then(old, upsert(10, 900, "late"));
    assertThat(corrected.moved()).singleElement().isSameAs(old.moved().get(0));
    KeyHistory<List<String>> before = then(old, upsert(10, 400, "then"));
    Moved<List<String>> moved = before.moved().get(0);
    assertThat(moved).isNotSameAs(old.moved().get(0));
    Change<List<String>> create =
        new Change.Upsert<>(at(50, 500), event(50, 500, null), ColumnSet.of(1), Origin.OLD_KEY);
    assertThat(
            rows(
                fold.fold(
                    folded(create),
                    List.of(),
                    List.of(new Handover<>(moved.position(), moved.before())))))
        .containsExactly(row("then", "50", null, "500", null));
    assertThat(rows(then(before, upsert(20, 450, "y"))))
        .contains(row("y", "20", "50", "500", null));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("outcomes")
  void everyChangeEndsInOneOutcome(
      String name, List<Change<List<String>>> stored, Change<List<String>> change, Outcome ends) {
    KeyHistory<List<String>> before = fold.fold(KeyHistory.unknown(), stored, List.of());
    assertThat(fold.outcome(change, before, then(before, change))).isEqualTo(ends);
  }

  static Stream<Arguments> outcomes() {
    Change<List<String>> x = upsert(10, 100, "x");
    return Stream.of(
        Arguments.of("new key", List.of(), x, Outcome.APPLIED),
        Arguments.of("again", List.of(x), x, Outcome.UNCHANGED),
        Arguments.of("correction", List.of(x), upsert(10, 200, "y"), Outcome.APPLIED),
        Arguments.of("equal correction", List.of(x), upsert(10, 200, "x"), Outcome.UNCHANGED),
        Arguments.of("earlier belief", List.of(x), upsert(10, 50, "y"), Outcome.APPLIED),
        Arguments.of("delete", List.of(x), delete(20, 200), Outcome.APPLIED),
        Arguments.of("delete of its time", List.of(x), delete(10, 200), Outcome.APPLIED),
        Arguments.of("delete of nothing", List.of(), delete(20, 200), Outcome.UNCHANGED),
        Arguments.of(
            "overruled in both times",
            List.of(
                new Change.Upsert<>(
                    at(10, 100, 7), event(10, 100, "y"), ColumnSet.NONE, Origin.SAME_KEY)),
            x,
            Outcome.SUPERSEDED));
  }

  @Test
  void rowsThatWereThereBeforeWereBelievedUntilTheFirstChange() {
    Foreign<List<String>> believed = new Foreign<>(row("f", "1", null, "50", null));
    Foreign<List<String>> past = new Foreign<>(row("e", "1", null, "20", "50"));
    Foreign<List<String>> later = new Foreign<>(row("g", "1", null, "150", null));
    KeyHistory<List<String>> stored = new KeyHistory<>(List.of(believed, past, later));
    KeyHistory<List<String>> changed = then(stored, upsert(10, 200, "y"), upsert(90, 100, "x"));
    assertThat(changed.holds(past)).isTrue();
    assertThat(visible(changed))
        .containsExactlyInAnyOrder(
            row("e", "1", null, "20", "50"),
            row("f", "1", null, "50", "100"),
            row("x", "90", null, "100", null),
            row("y", "10", "90", "200", null));
    assertThat(visible(then(changed, upsert(5, 70, "w"))))
        .contains(row("e", "1", null, "20", "50"), row("f", "1", null, "50", "70"));
  }

  private static List<List<String>> visible(KeyHistory<List<String>> history) {
    return history.kept().stream()
        .filter(Kept::isVisible)
        .map(
            part ->
                part instanceof Foreign<List<String>> foreign
                    ? foreign.row()
                    : ((Belief<List<String>>) part).row())
        .toList();
  }

  @Test
  void aBeliefEndsAfterItBegan() {
    Interval interval = new Interval(at(1, 1), at(1, 1), Position.NONE);
    assertThatThrownBy(() -> new Belief<>(interval, at(1, 2), at(9, 2), "row"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new Belief<>(interval, at(1, 2), at(0, 3), "row").stands()).isFalse();
    assertThat(new Belief<>(interval, at(1, 2), Position.NONE, "row").stands()).isTrue();
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

  private static List<List<String>> rows(KeyHistory<List<String>> history) {
    return history.kept().stream()
        .filter(Kept::isVisible)
        .map(part -> ((Belief<List<String>>) part).row())
        .toList();
  }

  private static List<String> row(
      String a, String start, String end, String systemStart, String systemEnd) {
    return Arrays.asList("k", a, null, start, end, systemStart, systemEnd);
  }

  private static List<String> event(int business, int system, String a) {
    return PlainRows.ofChange("k", Arrays.asList(a, null), "" + business, "" + system);
  }

  private static Change<List<String>> upsert(int business, int system, String a) {
    return new Change.Upsert<>(
        at(business, system), event(business, system, a), ColumnSet.NONE, Origin.SAME_KEY);
  }

  private static Change<List<String>> delete(int business, int system) {
    return new Change.Delete<>(at(business, system), event(business, system, null));
  }

  private static Position at(int business, int system) {
    return at(business, system, 0);
  }

  private static Position at(int business, int system, int offset) {
    return Position.of(
        new OrderedBytes().putLong(business).putLong(system).putLong(offset).toBytes(),
        Long.BYTES,
        Long.BYTES);
  }
}
