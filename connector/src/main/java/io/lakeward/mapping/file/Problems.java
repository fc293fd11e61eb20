package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects what is wrong in one file. What the defaults say wrongly for many tables counts once.
 */
final class Problems {

  private static final Comparator<Problem> ORDER_OF_FILE =
      Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

  private final String file;
  private final Set<Problem> found = new LinkedHashSet<>();

  Problems(String file) {
    this.file = file;
  }

  void add(Place place, ErrorCode code, String what, String fix) {
    found.add(new Problem(file, place.line(), place.column(), place.path(), code, what, fix));
  }

  void add(Place place, String what, String fix) {
    add(place, ErrorCode.MAPPING_INVALID, what, fix);
  }

  void add(Place place, String what) {
    add(place, what, "");
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  List<Problem> inOrder() {
    return found.stream().sorted(ORDER_OF_FILE).toList();
  }
}
