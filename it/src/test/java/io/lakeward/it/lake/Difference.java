package io.lakeward.it.lake;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What two sets of rows do not share, so that a failed comparison of many rows can be read. */
public final class Difference {
  private Difference() {}

  /** One line for each row that is missing or too much; none where the rows are the same. */
  public static List<String> between(
      Collection<Map<String, Object>> actual, Collection<Map<String, Object>> expected) {
    Map<Map<String, Object>, Integer> surplus = new HashMap<>();
    actual.forEach(row -> surplus.merge(row, 1, Integer::sum));
    expected.forEach(row -> surplus.merge(row, -1, Integer::sum));
    List<String> lines = new ArrayList<>();
    surplus.forEach(
        (row, count) -> {
          if (count != 0) {
            lines.add((count < 0 ? "missing: " : "too much: ") + row);
          }
        });
    return lines;
  }
}
