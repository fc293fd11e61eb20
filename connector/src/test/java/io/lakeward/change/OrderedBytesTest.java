package io.lakeward.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Comparing the bytes is comparing the values. */
class OrderedBytesTest {

  @Test
  void wholeNumbers() {
    assertOrdered(
        List.of(Long.MIN_VALUE, -256L, -1L, 0L, 1L, 255L, 1000000L, Long.MAX_VALUE),
        OrderedBytes::putLong);
  }

  @Test
  void doubles() {
    assertOrdered(
        List.of(Double.NEGATIVE_INFINITY, -1.5, -1e-300, 0.0, 1e-300, 2.0, 1e300, Double.NaN),
        OrderedBytes::putDouble);
    assertThat(new OrderedBytes().putDouble(-0.0).toBytes())
        .isEqualTo(new OrderedBytes().putDouble(0.0).toBytes());
  }

  @Test
  void decimalsOfOneScale() {
    assertOrdered(
        List.of(
            "-99999999999999999999999999999999999.99", "-0.01", "0.00", "0.01", "10.50", "1e33"),
        (out, text) -> out.putDecimal(new BigDecimal(text).setScale(2)));
    assertThatThrownBy(() -> new OrderedBytes().putDecimal(new BigDecimal("1e60").setScale(0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void textByItsBytesAndByNoPrefixOfTheNextField() {
    assertOrdered(
        List.of("", "\0", "\0a", "a", "a\0", "aa", "b", "Ünï"),
        (out, text) -> out.putText(text).putLong(text.length()));
  }

  @Test
  void nullsOfAStructFirst() {
    byte[] absent = new OrderedBytes().putNull().putLong(9).toBytes();
    byte[] smallest = new OrderedBytes().putPresent().putLong(Long.MIN_VALUE).toBytes();
    assertThat(Arrays.compareUnsigned(absent, smallest)).isNegative();
  }

  @Test
  void countsAndBinary() {
    assertOrdered(List.of(0, 1, 255, 256, Integer.MAX_VALUE), OrderedBytes::putCount);
    assertOrdered(
        List.of("", "a", "\u0080"),
        (out, text) -> out.putBinary(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void aSequenceIsThePrefixOfItsPosition() {
    byte[] sequence = new OrderedBytes().putText("s").toBytes();
    Position position = Position.of(new OrderedBytes().putEncoded(sequence).putCount(1).toBytes());
    assertThat(position.hasSequence(sequence)).isTrue();
    assertThat(position.hasSequence(new OrderedBytes().putText("t").toBytes())).isFalse();
    assertThat(position.isAfter(Position.NONE)).isTrue();
  }

  private static <T> void assertOrdered(
      List<T> ascending, BiFunction<OrderedBytes, T, OrderedBytes> put) {
    for (int i = 1; i < ascending.size(); i++) {
      byte[] smaller = put.apply(new OrderedBytes(), ascending.get(i - 1)).toBytes();
      byte[] larger = put.apply(new OrderedBytes(), ascending.get(i)).toBytes();
      assertThat(Arrays.compareUnsigned(smaller, larger))
          .as("%s before %s", ascending.get(i - 1), ascending.get(i))
          .isNegative();
    }
  }
}
