package io.lakeward.autocdc;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A set of columns by ordinal in the table's layout, where the leaves of a struct count as columns
 * of their own (semantics, section 4). Immutable.
 */
public final class ColumnSet {

  /** No column. */
  public static final ColumnSet NONE = new ColumnSet(new long[0]);

  private final long[] bits;

  private ColumnSet(long[] bits) {
    this.bits = bits;
  }

  /** The columns whose bits are set; the array is not copied. */
  public static ColumnSet ofBits(long[] bits) {
    for (long word : bits) {
      if (word != 0) {
        return new ColumnSet(bits);
      }
    }
    return NONE;
  }

  /** These columns. */
  public static ColumnSet of(int... ordinals) {
    if (ordinals.length == 0) {
      return NONE;
    }
    long[] bits = new long[(Arrays.stream(ordinals).max().getAsInt() >> 6) + 1];
    for (int ordinal : ordinals) {
      bits[ordinal >> 6] |= 1L << ordinal;
    }
    return new ColumnSet(bits);
  }

  /** Whether there is no column in the set. */
  public boolean isEmpty() {
    return bits.length == 0;
  }

  /** Whether the column is in the set. */
  public boolean contains(int ordinal) {
    int word = ordinal >> 6;
    return word < bits.length && (bits[word] & (1L << ordinal)) != 0;
  }

  /** The columns that are in both sets. */
  public ColumnSet and(ColumnSet other) {
    long[] both = Arrays.copyOf(bits, Math.min(bits.length, other.bits.length));
    for (int word = 0; word < both.length; word++) {
      both[word] &= other.bits[word];
    }
    return ofBits(both);
  }

  /** The ordinals in ascending order. */
  public int[] ordinals() {
    return IntStream.range(0, bits.length * Long.SIZE).filter(this::contains).toArray();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ColumnSet set && Arrays.equals(ordinals(), set.ordinals());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ordinals());
  }

  @Override
  public String toString() {
    return Arrays.toString(ordinals());
  }
}
