package io.lakeward.samples.compare;

import java.util.Arrays;
import java.util.List;

/** The values of a row, in the order of the source's columns. */
final class Row {

  private final Object[] values;

  Row(Object[] values) {
    this.values = values;
  }

  Object value(int place) {
    return values[place];
  }

  /** The values at these places. */
  List<Object> key(List<Integer> places) {
    return Arrays.asList(places.stream().map(place -> values[place]).toArray());
  }
}
