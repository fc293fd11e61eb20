package io.lakeward.samples.shop;

import java.util.Arrays;

/**
 * When the changes of one partition were committed in the source, in the order of their offsets.
 */
final class CommitTimes {

  private long[] offsets = new long[1024];
  private long[] millis = new long[1024];
  private int size;

  void add(long offset, long committedMillis) {
    if (size == offsets.length) {
      offsets = Arrays.copyOf(offsets, size * 2);
      millis = Arrays.copyOf(millis, size * 2);
    }
    offsets[size] = offset;
    millis[size] = committedMillis;
    size++;
  }

  /** The times of the changes at offsets from the first up to, without, the second. */
  long[] between(long from, long to) {
    return Arrays.copyOfRange(millis, place(from), place(to));
  }

  private int place(long offset) {
    int found = Arrays.binarySearch(offsets, 0, size, offset);
    return found < 0 ? -found - 1 : found;
  }
}
