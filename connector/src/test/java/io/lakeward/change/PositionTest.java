package io.lakeward.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What a position knows of its parts. */
class PositionTest {

  private final Position first = position("b", 5, 1);

  @Test
  void sequencesAreComparedWithoutWhatFollowsThem() {
    assertThat(first.hasSameSequence(position("b", 5, 2))).isTrue();
    assertThat(first.hasSameSequence(position("b", 6, 1))).isTrue();
    assertThat(first.hasSameSequence(position("ba", 5, 1))).isFalse();
    assertThat(first.sequence()).isEqualTo(new OrderedBytes().putText("b").toBytes());
  }

  @Test
  void oneOfTwoPositionsMustKnowItsSequence() {
    Position plain = Position.of(first.bytes());
    assertThat(plain.hasSameSequence(position("b", 7, 7))).isTrue();
    assertThat(position("b", 7, 7).hasSameSequence(plain)).isTrue();
    assertThat(Position.NONE.hasSameSequence(first)).isFalse();
    assertThat(plain.sequence()).isEmpty();
    assertThatThrownBy(() -> plain.hasSameSequence(Position.of(new byte[] {1})))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void systemSequencesAreComparedAlone() {
    assertThat(first.compareSystem(position("z", 5, 9))).isZero();
    assertThat(first.compareSystem(position("a", 6, 0))).isNegative();
    assertThat(first.compareSystem(position("z", 4, 9))).isPositive();
  }

  @Test
  void aPositionIsItsBytesWhateverItKnows() {
    Position plain = Position.of(first.bytes());
    assertThat(plain).isEqualTo(first).hasSameHashCodeAs(first).isEqualByComparingTo(first);
    assertThat(first.isAfter(plain)).isFalse();
    assertThat(Position.later(first, position("b", 5, 2))).isEqualTo(position("b", 5, 2));
  }

  @Test
  void aSequenceLiesWithinItsPosition() {
    byte[] bytes = new byte[4];
    assertThat(Position.of(bytes, 2, 2).sequence()).hasSize(2);
    assertThatThrownBy(() -> Position.of(bytes, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Position.of(bytes, 2, 3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Position.of(bytes, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Position position(String sequence, long system, long offset) {
    byte[] text = new OrderedBytes().putText(sequence).toBytes();
    byte[] bytes = new OrderedBytes().putEncoded(text).putLong(system).putLong(offset).toBytes();
    return Position.of(bytes, text.length, Long.BYTES);
  }
}
