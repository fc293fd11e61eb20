package io.lakeward.lake;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** Positions of rows in a data file, from 0. Not thread safe. */
final class RowPositions implements Serializable {

  private long[] positions = new long[8];
  private int size;

  void add(long position) {
    if (size == positions.length) {
      positions = Arrays.copyOf(positions, size * 2);
    }
    positions[size++] = position;
  }

  void addAll(RowPositions other) {
    other.forEach(this::add);
  }

  long size() {
    return size;
  }

  void forEach(LongConsumer consumer) {
    for (int i = 0; i < size; i++) {
      consumer.accept(positions[i]);
    }
  }
}
