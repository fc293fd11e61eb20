package io.lakeward.autocdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autocdc.Change.Origin;
import io.lakeward.autocdc.State.Deleted;
import io.lakeward.autocdc.State.Live;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The fold is a function of the set of changes: no order, no grouping, no repetition shows. */
class Type1FoldTest {

  private static final int COLUMNS = 4;
  private static final int STREAMS = 3_000;
  private static final List<String> KEY = Arrays.asList("k", null, null, null);
  private static final List<Handover<List<String>>> NONE = List.of();

  private final Fold<List<String>> fold = new Type1Fold<>(new PlainRows(), Position.NONE);

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void tableIsFunctionOfTheSetOfChanges(long seed) {
    Random random = new Random(seed);
    for (int stream = 0; stream < STREAMS; stream++) {
      List<Change<List<String>>> changes = changes(random);
      List<String> expected = reference(changes);
      List<Change<List<String>>> shuffled = new ArrayList<>(changes);
      shuffled.addAll(changes.subList(0, changes.size() / 3));
      Collections.shuffle(shuffled, random);
      assertThat(rowOf(batched(shuffled, random)))
          .as("seed %d stream %d: %s", seed, stream, shuffled)
          .isEqualTo(expected);
    }
  }

  static Stream<Long> seeds() {
    return Stream.of(1L, 2L, new Random().nextLong());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("outcomes")
  void everyChangeEndsInOneOutcome(
      String name, List<Change<List<String>>> stored, Change<List<String>> change, Outcome ends) {
    KeyHistory<List<String>> before = fold.fold(KeyHistory.unknown(), stored, List.of());
    KeyHistory<List<String>> after = fold.fold(before, List.of(change), List.of());
    assertThat(fold.outcome(change, before, after)).isEqualTo(ends);
  }

  static Stream<Arguments> outcomes() {
    return Stream.of(
        row("new key", List.of(), full(1, "a"), Outcome.APPLIED),
        row("newer", List.of(full(1, "a")), full(2, "b"), Outcome.APPLIED),
        row("older", List.of(full(2, "b")), full(1, "a"), Outcome.SUPERSEDED),
        row("again", List.of(full(2, "b")), full(2, "b"), Outcome.UNCHANGED),
        row("delete", List.of(full(1, "a")), delete(2), Outcome.APPLIED),
        row("delete of nothing", List.of(), delete(2), Outcome.UNCHANGED),
        row("older delete", List.of(full(2, "a")), delete(1), Outcome.SUPERSEDED),
        row("late insert", List.of(delete(5)), full(2, "a"), Outcome.SUPERSEDED),
        row(
            "late partial that still shows",
            List.of(full(1, "a"), partial(3, "c", 1)),
            partial(2, "b", 2),
            Outcome.APPLIED),
        row(
            "late partial that nothing shows",
            List.of(full(1, "a"), partial(3, "c", 1)),
            partial(2, "b", 1),
            Outcome.SUPERSEDED));
  }

  @Test
  void aLatePartialUpdateLandsInTheColumnsNobodyNewerWrote() {
    List<Change<List<String>>> changes =
        List.of(full(10, "A"), partial(30, "B3", 2), partial(20, "A2", 1));
    assertThat(rowOf(fold.fold(KeyHistory.unknown(), changes, List.of())))
        .isEqualTo(Arrays.asList("k", "A2", "B3", "A"));
  }

  @Test
  void aRowIsHandedToItsNewKeyWhicheverSideComesFirst() {
    Change<List<String>> insert = full(10, "text");
    Change<List<String>> move = new Change.Move<>(position(20), KEY, new byte[] {9});
    KeyHistory<List<String>> old = fold.fold(KeyHistory.unknown(), List.of(move), List.of());
    KeyHistory<List<String>> oldLater = fold.fold(old, List.of(insert), List.of());
    assertThat(oldLater.kept()).contains(new Deleted<>(position(20)));
    Moved<List<String>> moved = oldLater.moved().get(0);

    Change<List<String>> create =
        new Change.Upsert<>(
            position(20),
            Arrays.asList("n", "new", null, null),
            ColumnSet.of(2, 3),
            Origin.OLD_KEY);
    KeyHistory<List<String>> waiting = fold.fold(KeyHistory.unknown(), List.of(create), List.of());
    KeyHistory<List<String>> received =
        fold.fold(waiting, List.of(), List.of(new Handover<>(moved.position(), moved.before())));
    assertThat(rowOf(received)).isEqualTo(Arrays.asList("n", "new", "text", "text"));
  }

  @Test
  void aMoveToAKeyThatIsNotKnownYetIsRemembered() {
    Change<List<String>> move = new Change.Move<>(position(20), KEY, new byte[0]);
    KeyHistory<List<String>> once =
        fold.fold(KeyHistory.unknown(), List.of(full(10, "text"), move), List.of());
    Change<List<String>> again = new Change.Move<>(position(20), KEY, new byte[0]);
    KeyHistory<List<String>> twice = fold.fold(once, List.of(again), List.of());
    assertThat(twice.moved()).hasSize(1);
    Moved<List<String>> moved = twice.moved().get(0);
    assertThat(moved).isSameAs(once.moved().get(0));
    assertThat(moved.newKey()).isEmpty();
    assertThat(moved.position().sequence()).isEqualTo(sequence(20));
    assertThat(((Live<List<String>>) moved.before()).row()).contains("text");
  }

  @Test
  void aLateMoveLeavesWhatIsStillKnownOfItsTime() {
    KeyHistory<List<String>> newer = folded(full(10, "old"), partial(30, "new", 2));
    Moved<List<String>> moved = after(newer, move(20, 0)).moved().get(0);
    assertThat(moved.before()).isInstanceOf(Live.class);
    assertThat(((Live<List<String>>) moved.before()).row())
        .isEqualTo(Arrays.asList("k", "old", null, "old"));
    assertThat(((Live<List<String>>) moved.before()).position()).isEqualTo(position(10));
    assertThat(after(folded(full(30, "new")), move(20, 0)).moved().get(0).before())
        .isEqualTo(new State.Unknown<>());
    assertThat(after(folded(delete(30)), move(20, 0)).moved().get(0).before())
        .isEqualTo(new State.Unknown<>());
    assertThat(after(folded(delete(10)), move(20, 0)).moved().get(0).before())
        .isEqualTo(new Deleted<>(position(10)));
  }

  @Test
  void eachMoveHasTheStateBetweenItAndTheMoveBefore() {
    KeyHistory<List<String>> history =
        folded(full(10, "a"), move(20, 0), full(30, "b"), move(40, 0));
    KeyHistory<List<String>> late = after(history, partial(15, "late", 1), partial(35, "too", 1));
    assertThat(late.moved())
        .extracting(moved -> ((Live<List<String>>) moved.before()).row().get(1))
        .containsExactly("late", "too");
    KeyHistory<List<String>> between = after(late, delete(5), move(25, 0));
    assertThat(between.moved())
        .extracting(Moved::position)
        .containsExactly(position(20), position(25), position(40));
    assertThat(between.moved().get(1).before()).isEqualTo(new State.Unknown<>());
    assertThat(between.holds(late.moved().get(0))).isTrue();
    assertThat(between.holds(late.moved().get(1))).isTrue();
  }

  @Test
  void aKeyChangeDeliveredAgainUnderAnotherOffsetKeepsWhatWasHandedOver() {
    KeyHistory<List<String>> received =
        fold.fold(
            folded(inheriting(20, 1)),
            List.of(),
            List.of(
                new Handover<>(
                    position(20),
                    new Live<>(position(10), List.of("o", "a", "text", "more"), Authors.ROW))));
    assertThat(rowOf(received)).isEqualTo(Arrays.asList("n", "new", "text", "more"));
    assertThat(rowOf(after(received, inheriting(20, 2))))
        .isEqualTo(Arrays.asList("n", "new", "text", "more"));
    assertThat(rowOf(after(received, inheriting(21, 2))))
        .as("another change of key")
        .isEqualTo(Arrays.asList("n", "new", null, null));
    KeyHistory<List<String>> nothing =
        fold.fold(
            received, List.of(), List.of(new Handover<>(position(20), new State.Unknown<>())));
    assertThat(rowOf(nothing)).isEqualTo(Arrays.asList("n", "new", null, null));
  }

  @Test
  void whatAKeyReceivesItHandsOn() {
    KeyHistory<List<String>> history = folded(inheriting(20, 1), move(30, 0));
    KeyHistory<List<String>> received =
        fold.fold(
            history,
            List.of(),
            List.of(
                new Handover<>(
                    position(20),
                    new Live<>(position(10), List.of("o", "a", "text", "more"), Authors.ROW))));
    assertThat(((Live<List<String>>) received.moved().get(0).before()).row())
        .isEqualTo(Arrays.asList("n", "new", "text", "more"));
  }

  @Test
  void aFloorIsADeleteOfEveryKey() {
    KeyHistory<List<String>> stored =
        fold.fold(KeyHistory.unknown(), List.of(full(3, "a")), List.of());
    assertThat(above(5).fold(stored, List.of(), List.of()).kept()).isEmpty();
    assertThat(above(2).fold(stored, List.of(), List.of()).kept())
        .singleElement()
        .isSameAs(stored.kept().get(0));
    KeyHistory<List<String>> late =
        above(5).fold(KeyHistory.unknown(), List.of(full(4, "late")), List.of());
    assertThat(late.kept()).isEmpty();
    assertThat(above(5).outcome(full(4, "late"), KeyHistory.unknown(), late))
        .isEqualTo(Outcome.SUPERSEDED);
  }

  @Test
  void aFloorDropsTheTombstonesBelowIt() {
    KeyHistory<List<String>> stored =
        fold.fold(KeyHistory.unknown(), List.of(delete(3)), List.of());
    assertThat(above(5).fold(stored, List.of(), List.of()).kept()).isEmpty();
    assertThat(above(2).fold(stored, List.of(), List.of()).kept())
        .singleElement()
        .isSameAs(stored.kept().get(0));
  }

  @Test
  void aFloorClearsWhatStoodBeforeAMove() {
    Change<List<String>> move = new Change.Move<>(position(20), KEY, new byte[] {9});
    KeyHistory<List<String>> stored =
        fold.fold(KeyHistory.unknown(), List.of(full(10, "text"), move), List.of());
    assertThat(above(25).fold(stored, List.of(), List.of()).moved()).isEmpty();
    assertThat(above(15).fold(stored, List.of(), List.of()).moved())
        .singleElement()
        .extracting(Moved::before)
        .isEqualTo(new Deleted<>(position(15)));
  }

  @Test
  void anyChangeWinsOverARowThatWasThereBefore() {
    Foreign<List<String>> foreign = new Foreign<>(List.of("k", "x", "y", "z"));
    KeyHistory<List<String>> stored = new KeyHistory<>(List.of(foreign));
    assertThat(fold.fold(stored, List.of(), List.of()).kept()).singleElement().isSameAs(foreign);
    assertThat(rowOf(fold.fold(stored, List.of(partial(1, "b", 2)), List.of())))
        .isEqualTo(List.of("k", "x", "b", "z"));
    assertThat(fold.fold(stored, List.of(delete(1)), List.of()).kept())
        .containsExactly(new Deleted<>(position(1)));
  }

  @Test
  void ofTwoRowsOfAKeyTheLatestIsKept() {
    KeyHistory<List<String>> older = fold.fold(KeyHistory.unknown(), List.of(full(1, "a")), NONE);
    KeyHistory<List<String>> newer = fold.fold(KeyHistory.unknown(), List.of(full(2, "b")), NONE);
    Kept<List<String>> latest = newer.kept().get(0);
    KeyHistory<List<String>> twice =
        new KeyHistory<>(
            List.of(older.kept().get(0), latest, new Foreign<>(List.of("k")), tombstone(9)));
    assertThat(fold.fold(twice, List.of(), NONE).kept()).singleElement().isSameAs(latest);
  }

  /**
   * The law itself, read off the whole set: each column its latest author above the last delete.
   */
  private static List<String> reference(List<Change<List<String>>> changes) {
    List<Change<List<String>>> ordered = new ArrayList<>(changes);
    ordered.sort(Comparator.comparing(Change::position));
    List<String> row = null;
    for (Change<List<String>> change : ordered) {
      if (change instanceof Change.Upsert<List<String>> upsert) {
        row = row == null ? new ArrayList<>(Collections.nCopies(COLUMNS, null)) : row;
        for (int i = 0; i < COLUMNS; i++) {
          if (!upsert.unauthored().contains(i)) {
            row.set(i, upsert.row().get(i));
          }
        }
      } else {
        row = null;
      }
    }
    return row;
  }

  private KeyHistory<List<String>> batched(List<Change<List<String>>> changes, Random random) {
    KeyHistory<List<String>> history = KeyHistory.unknown();
    int from = 0;
    while (from < changes.size()) {
      int to = Math.min(changes.size(), from + 1 + random.nextInt(4));
      history = fold.fold(history, changes.subList(from, to), List.of());
      from = to;
    }
    return history;
  }

  private static List<Change<List<String>>> changes(Random random) {
    List<Change<List<String>>> changes = new ArrayList<>();
    int count = 1 + random.nextInt(9);
    for (int i = 0; i < count; i++) {
      Position position =
          Position.of(new OrderedBytes().putLong(random.nextInt(5)).putLong(i).toBytes(), 8);
      if (random.nextInt(4) == 0) {
        changes.add(new Change.Delete<>(position, KEY));
      } else {
        int[] unauthored = random.ints(1, COLUMNS).limit(random.nextInt(3)).distinct().toArray();
        ColumnSet columns = ColumnSet.of(unauthored);
        List<String> row = new ArrayList<>(List.of("k", "a" + i, "b" + i, "c" + i));
        Arrays.stream(unauthored).forEach(ordinal -> row.set(ordinal, null));
        changes.add(new Change.Upsert<>(position, row, columns, Origin.SAME_KEY));
      }
    }
    return changes;
  }

  private static List<String> rowOf(KeyHistory<List<String>> history) {
    return history.kept().stream()
        .filter(Kept::isVisible)
        .map(part -> ((Live<List<String>>) part).row())
        .findFirst()
        .orElse(null);
  }

  private static Change<List<String>> full(int at, String value) {
    return new Change.Upsert<>(
        position(at), List.of("k", value, value, value), ColumnSet.NONE, Origin.SAME_KEY);
  }

  private static Change<List<String>> partial(int at, String value, int column) {
    List<String> row = new ArrayList<>(Arrays.asList("k", null, null, null));
    row.set(column, value);
    int[] others = IntStream.range(1, COLUMNS).filter(i -> i != column).toArray();
    return new Change.Upsert<>(position(at), row, ColumnSet.of(others), Origin.SAME_KEY);
  }

  private static Change<List<String>> delete(int at) {
    return new Change.Delete<>(position(at), KEY);
  }

  @SafeVarargs
  private KeyHistory<List<String>> folded(Change<List<String>>... changes) {
    return after(KeyHistory.unknown(), changes);
  }

  @SafeVarargs
  private KeyHistory<List<String>> after(
      KeyHistory<List<String>> stored, Change<List<String>>... changes) {
    return fold.fold(stored, List.of(changes), List.of());
  }

  private static Change<List<String>> move(int at, int offset) {
    return new Change.Move<>(position(at, offset), KEY, new byte[] {9});
  }

  private static Change<List<String>> inheriting(int at, int offset) {
    return new Change.Upsert<>(
        position(at, offset),
        Arrays.asList("n", "new", null, null),
        ColumnSet.of(2, 3),
        Origin.OLD_KEY);
  }

  private static Position position(int at, int offset) {
    byte[] sequence = sequence(at);
    return offset == 0
        ? position(at)
        : Position.of(
            new OrderedBytes().putEncoded(sequence).putLong(offset).toBytes(), sequence.length);
  }

  private static Kept<List<String>> tombstone(int at) {
    return new Deleted<>(position(at));
  }

  private static Fold<List<String>> above(int floor) {
    return new Type1Fold<>(new PlainRows(), position(floor));
  }

  private static Position position(int at) {
    byte[] sequence = sequence(at);
    return Position.of(sequence, sequence.length);
  }

  private static byte[] sequence(int at) {
    return new OrderedBytes().putLong(at).toBytes();
  }

  private static Arguments row(Object... values) {
    Objects.requireNonNull(values);
    return Arguments.of(values);
  }
}
