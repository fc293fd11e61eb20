package io.lakeward.autocdc;

import static org.assertj.core.api.Assertions.assertThat;

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

  private final Type1Fold<List<String>> fold = new Type1Fold<>(new PlainRows());

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
    KeyHistory<List<String>> before =
        fold.fold(KeyHistory.unknown(), stored, List.of(), Position.NONE);
    KeyHistory<List<String>> after = fold.fold(before, List.of(change), List.of(), Position.NONE);
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
            Outcome.APPLIED));
  }

  @Test
  void aLatePartialUpdateLandsInTheColumnsNobodyNewerWrote() {
    List<Change<List<String>>> changes =
        List.of(full(10, "A"), partial(30, "B3", 2), partial(20, "A2", 1));
    assertThat(rowOf(fold.fold(KeyHistory.unknown(), changes, List.of(), Position.NONE)))
        .isEqualTo(Arrays.asList("k", "A2", "B3", "A"));
  }

  @Test
  void aRowIsHandedToItsNewKeyWhicheverSideComesFirst() {
    Change<List<String>> insert = full(10, "text");
    Change<List<String>> move = new Change.Move<>(position(20), sequence(20), new byte[] {9});
    KeyHistory<List<String>> old =
        fold.fold(KeyHistory.unknown(), List.of(move), List.of(), Position.NONE);
    KeyHistory<List<String>> oldLater = fold.fold(old, List.of(insert), List.of(), Position.NONE);
    assertThat(oldLater.state()).isEqualTo(new Deleted<>(position(20)));
    Moved<List<String>> moved = oldLater.moved().get(0);

    Change<List<String>> create =
        new Change.Upsert<>(
            position(20), Arrays.asList("n", "new", null, null), ColumnSet.of(2, 3), sequence(20));
    KeyHistory<List<String>> waiting =
        fold.fold(KeyHistory.unknown(), List.of(create), List.of(), Position.NONE);
    KeyHistory<List<String>> received =
        fold.fold(
            waiting,
            List.of(),
            List.of(new Handover<>(moved.sequence(), moved.before())),
            Position.NONE);
    assertThat(rowOf(received)).isEqualTo(Arrays.asList("n", "new", "text", "text"));
  }

  @Test
  void aFloorIsADeleteOfEveryKey() {
    KeyHistory<List<String>> stored =
        fold.fold(KeyHistory.unknown(), List.of(full(3, "a")), List.of(), Position.NONE);
    assertThat(fold.fold(stored, List.of(), List.of(), position(5)).state())
        .isEqualTo(new Deleted<>(position(5)));
    assertThat(fold.fold(stored, List.of(), List.of(), position(2)).state())
        .isSameAs(stored.state());
    assertThat(
            fold.fold(KeyHistory.unknown(), List.of(full(4, "late")), List.of(), position(5))
                .state())
        .isEqualTo(new Deleted<>(position(5)));
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
      history = fold.fold(history, changes.subList(from, to), List.of(), Position.NONE);
      from = to;
    }
    return history;
  }

  private static List<Change<List<String>>> changes(Random random) {
    List<Change<List<String>>> changes = new ArrayList<>();
    int count = 1 + random.nextInt(9);
    for (int i = 0; i < count; i++) {
      Position position =
          Position.of(new OrderedBytes().putLong(random.nextInt(5)).putLong(i).toBytes());
      if (random.nextInt(4) == 0) {
        changes.add(new Change.Delete<>(position));
      } else {
        int[] unauthored = random.ints(1, COLUMNS).limit(random.nextInt(3)).distinct().toArray();
        ColumnSet columns = ColumnSet.of(unauthored);
        List<String> row = new ArrayList<>(List.of("k", "a" + i, "b" + i, "c" + i));
        Arrays.stream(unauthored).forEach(ordinal -> row.set(ordinal, null));
        changes.add(new Change.Upsert<>(position, row, columns, Change.Upsert.NOT_INHERITED));
      }
    }
    return changes;
  }

  private static List<String> rowOf(KeyHistory<List<String>> history) {
    return history.state() instanceof Live<List<String>> live ? live.row() : null;
  }

  private static Change<List<String>> full(int at, String value) {
    return new Change.Upsert<>(
        position(at),
        List.of("k", value, value, value),
        ColumnSet.NONE,
        Change.Upsert.NOT_INHERITED);
  }

  private static Change<List<String>> partial(int at, String value, int column) {
    List<String> row = new ArrayList<>(Arrays.asList("k", null, null, null));
    row.set(column, value);
    int[] others = IntStream.range(1, COLUMNS).filter(i -> i != column).toArray();
    return new Change.Upsert<>(
        position(at), row, ColumnSet.of(others), Change.Upsert.NOT_INHERITED);
  }

  private static Change<List<String>> delete(int at) {
    return new Change.Delete<>(position(at));
  }

  private static Position position(int at) {
    return Position.of(sequence(at));
  }

  private static byte[] sequence(int at) {
    return new OrderedBytes().putLong(at).toBytes();
  }

  private static Arguments row(Object... values) {
    Objects.requireNonNull(values);
    return Arguments.of(values);
  }
}
