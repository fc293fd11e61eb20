package io.lakeward.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/**
 * Picks the differences that people are shown: the first of each kind, by key. Immutable.
 *
 * @param most how many of each kind
 */
record Examples(int most) {

  /** Those of a few. */
  List<KeyDifference> of(List<KeyDifference> differences) {
    List<KeyDifference> first = new ArrayList<>();
    for (DifferenceKind kind : DifferenceKind.values()) {
      differences.stream()
          .filter(difference -> difference.kind() == kind)
          .sorted(KeyDifference.BY_KEY)
          .limit(most)
          .forEach(first::add);
    }
    return first;
  }

  /** Those that are described, as they are described. */
  List<String> described(List<KeyDifference> differences) {
    return of(differences.stream().filter(KeyDifference::isDescribed).toList()).stream()
        .map(KeyDifference::example)
        .toList();
  }

  /** Those that are described, of however many. */
  List<String> described(JavaRDD<KeyDifference> differences) {
    List<KeyDifference> first = new ArrayList<>();
    for (DifferenceKind kind : DifferenceKind.values()) {
      first.addAll(
          differences
              .filter(found -> found.kind() == kind && found.isDescribed())
              .takeOrdered(most, KeyDifference.BY_KEY));
    }
    return described(first);
  }
}
