package io.lakeward.change;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A place in the total order of the changes of a key: {@code (sequence, flow, topic, partition,
 * offset)} in an order-preserving encoding, so that comparing two positions is comparing unsigned
 * bytes whatever the type of the sequence (semantics, section 2). Built by {@link OrderedBytes}.
 *
 * <p>Immutable as long as nobody writes into the array it was made of.
 */
public final class Position implements Comparable<Position> {

  /** Before every other position: nothing has happened. */
  public static final Position NONE = new Position(new byte[0]);

  private final byte[] bytes;

  private Position(byte[] bytes) {
    this.bytes = requireNonNull(bytes, "bytes");
  }

  /** The position that these bytes encode. The array is not copied. */
  public static Position of(byte[] bytes) {
    return new Position(bytes);
  }

  /** The encoded bytes. Not to be written to. */
  public byte[] bytes() {
    return bytes;
  }

  /** Whether this is later in the order than the other. */
  public boolean isAfter(Position other) {
    return compareTo(other) > 0;
  }

  /** Whether the position's sequence is this one, in the same encoding. */
  public boolean hasSequence(byte[] sequence) {
    return bytes.length >= sequence.length
        && Arrays.equals(bytes, 0, sequence.length, sequence, 0, sequence.length);
  }

  /** The later of two positions. */
  public static Position later(Position one, Position other) {
    return one.isAfter(other) ? one : other;
  }

  @Override
  public int compareTo(Position other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Position position && Arrays.equals(bytes, position.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
