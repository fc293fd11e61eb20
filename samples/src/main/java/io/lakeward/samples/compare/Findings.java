package io.lakeward.samples.compare;

import java.util.ArrayList;
import java.util.List;

/** The differences found so far: all are counted, the first are kept. */
final class Findings {

  private static final int KEPT = 5;

  private final List<String> first = new ArrayList<>();
  private long count;

  void add(String difference) {
    count++;
    if (first.size() < KEPT) {
      first.add(difference);
    }
  }

  long count() {
    return count;
  }

  List<String> first() {
    return List.copyOf(first);
  }
}
