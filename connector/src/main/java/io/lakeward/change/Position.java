package io.lakeward.change;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A place in the total order of the changes of a key: {@code (sequence, [system sequence,] flow,
 * topic, partition, offset)} in an order-preserving encoding, so that comparing two positions is
 * comparing unsigned bytes whatever the type of the sequence (semantics, section 2). Built by
 * {@link OrderedBytes}.
 *
 * <p>A position knows where its sequence ends, and where its system sequence ends, if it was made
 * so. The encoding is self-delimiting: of two positions it is enough that one knows.
 *
 * <p>Immutable as long as nobody writes into the array it was made of.
 */
public final class Position implements Comparable<Position> {

  /** Before every other position: nothing has happened. */
  public static final Position NONE = new Position(new byte[0], 0, 0);

  private final byte[] bytes;
  private final int sequenceLength;
  private final int systemLength;

  private Position(byte[] bytes, int sequenceLength, int systemLength) {
    this.bytes = requireNonNull(bytes, "bytes");
    this.sequenceLength = sequenceLength;
    this.systemLength = systemLength;
    if (sequenceLength < 0 || systemLength < 0 || bytes.length - sequenceLength < systemLength) {
      throw new IllegalArgumentException(
          "Cannot find a sequence of %d and a system sequence of %d bytes in a position of %d"
              .formatted(sequenceLength, systemLength, bytes.length));
    }
  }

  /** A position of which only the place in the order is asked. The array is not copied. */
  public static Position of(byte[] bytes) {
    return new Position(bytes, 0, 0);
  }

  /**
   * A position that knows its sequence. The array is not copied.
   *
   * @param sequenceLength how many of the bytes are the sequence
   */
  public static Position of(byte[] bytes, int sequenceLength) {
    return new Position(bytes, sequenceLength, 0);
  }

  /**
   * A position in two times. The array is not copied.
   *
   * @param sequenceLength how many of the bytes are the sequence, the business time
   * @param systemLength how many bytes behind it are the system sequence
   */
  public static Position of(byte[] bytes, int sequenceLength, int systemLength) {
    return new Position(bytes, sequenceLength, systemLength);
  }

  /** The encoded bytes. Not to be written to. */
  public byte[] bytes() {
    return bytes;
  }

  /** The encoded sequence; empty where the position does not know it. */
  public byte[] sequence() {
    return Arrays.copyOf(bytes, sequenceLength);
  }

  /** How many bytes the sequence has; 0 where the position does not know it. */
  public int sequenceLength() {
    return sequenceLength;
  }

  /** How many bytes the system sequence has, which follows the sequence; 0 for none. */
  public int systemLength() {
    return systemLength;
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

  /**
   * Whether both positions have one sequence.
   *
   * @throws IllegalStateException if neither of two different positions knows its sequence
   */
  public boolean hasSameSequence(Position other) {
    if (this == other) {
      return true;
    }
    int length = Math.max(sequenceLength, other.sequenceLength);
    if (length == 0) {
      throw new IllegalStateException("Cannot compare sequences of positions that know none");
    }
    return bytes.length >= length
        && other.bytes.length >= length
        && Arrays.equals(bytes, 0, length, other.bytes, 0, length);
  }

  /**
   * Compares the system sequences of two positions in two times: negative where this one's is
   * earlier.
   */
  public int compareSystem(Position other) {
    return Arrays.compareUnsigned(
        bytes,
        sequenceLength,
        sequenceLength + systemLength,
        other.bytes,
        other.sequenceLength,
        other.sequenceLength + other.systemLength);
  }

  /** The later of two positions. */
  public static Position later(Position one, Position other) {
    return one.isAfter(other) ? one : other;
  }

  @Override
  public int compareTo(Position other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  /** Positions are equal where their bytes are, whatever they know of them. */
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
