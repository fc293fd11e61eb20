package io.lakeward.autocdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autocdc.Change.Origin;
import io.lakeward.autocdc.Version.Closing;
import io.lakeward.autocdc.Version.Opening;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the merge asks of a stored part, whatever it is. */
class KeptTest {

  private static final Position AT = position(1);
  private static final Interval OPEN = new Interval(AT, AT, Position.NONE);

  @ParameterizedTest(name = "{0}")
  @MethodSource("parts")
  void partsSayWhoNeedsThem(Kept<String> part, boolean visible, boolean tombstone) {
    assertThat(part.isVisible()).isEqualTo(visible);
    assertThat(part.isTombstone()).isEqualTo(tombstone);
  }

  static Stream<Arguments> parts() {
    Change<String> upsert = new Change.Upsert<>(AT, "row", ColumnSet.NONE, Origin.SAME_KEY);
    return Stream.of(
        Arguments.of(new State.Live<>(AT, "row", Authors.ROW), true, false),
        Arguments.of(new State.Deleted<String>(AT), false, true),
        Arguments.of(moved(1), false, true),
        Arguments.of(new Version<>(OPEN, "row", Opening.FULL, Closing.OPEN), true, false),
        Arguments.of(new Belief<>(OPEN, AT, Position.NONE, "row"), true, false),
        Arguments.of(new Remembered<>(upsert), false, false),
        Arguments.of(new Remembered<>(new Change.Delete<>(AT, "row")), false, true),
        Arguments.of(new Foreign<>("row"), true, false));
  }

  @Test
  void aHistoryGivesItsMovesInTheirOrder() {
    Moved<String> first = moved(1);
    Moved<String> second = moved(2);
    KeyHistory<String> history =
        new KeyHistory<>(List.of(second, new State.Deleted<>(position(3)), first));
    assertThat(history.moved()).containsExactly(first, second);
    assertThat(history.holds(first)).isTrue();
    assertThat(history.holds(moved(1))).as("equal, but not the same").isFalse();
  }

  @Test
  void authorsSayWhetherTheRowHasOthers() {
    assertThat(Authors.ROW.isRow()).isTrue();
    assertThat(new Authors(List.of(new Authors.Entry(1, AT, false))).isRow()).isFalse();
  }

  @Test
  void columnSetsAreSets() {
    ColumnSet few = ColumnSet.of(3, 70);
    assertThat(few.ordinals()).containsExactly(3, 70);
    assertThat(few).isEqualTo(ColumnSet.of(70, 3)).hasSameHashCodeAs(ColumnSet.of(70, 3));
    assertThat(few).isNotEqualTo(ColumnSet.of(3)).hasToString("[3, 70]");
    assertThat(few.hashCode()).isNotEqualTo(ColumnSet.of(3).hashCode());
    assertThat(few.and(ColumnSet.of(3, 4, 69))).isEqualTo(ColumnSet.of(3));
    assertThat(few.and(ColumnSet.of(3))).isEqualTo(ColumnSet.of(3));
    assertThat(few.and(ColumnSet.of(70, 100))).isEqualTo(ColumnSet.of(70));
    assertThat(few.and(ColumnSet.of(4))).isSameAs(ColumnSet.NONE);
    assertThat(ColumnSet.of()).isSameAs(ColumnSet.NONE).matches(ColumnSet::isEmpty);
    assertThat(ColumnSet.ofBits(new long[] {0, 0})).isSameAs(ColumnSet.NONE);
    assertThat(ColumnSet.ofBits(new long[] {0, 1}).ordinals()).containsExactly(64);
  }

  private static Moved<String> moved(int at) {
    return new Moved<>(position(at), "row", new byte[] {9}, new State.Unknown<>());
  }

  private static Position position(int at) {
    return Position.of(new OrderedBytes().putLong(at).toBytes(), Long.BYTES);
  }
}
