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
