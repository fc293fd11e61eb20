package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;
import io.lakeward.lake.ComparisonReport;
import io.lakeward.lake.SnapshotComparison;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.JavaRDD;

/**
 * The keys that a comparison found to differ, but for those whose row in the table is newer than
 * the source's rows.
 *
 * @param held the keys; none where there are more than {@link #MOST_HELD}
 * @param examples the first of each kind, in JSON
 */
record FoundKeys(Findings.Counts counts, List<KeyDifference> held, List<String> examples) {

  /** How many keys that differ the driver holds, to look at them again. */
  static final int MOST_HELD = 10_000;

  FoundKeys {
    requireNonNull(counts, "counts");
    held = List.copyOf(held);
    examples = List.copyOf(examples);
  }

  /**
   * Those of a comparison.
   *
   * @param result what it found, whose differences are {@link KeyDifferences}
   * @param stated behind which a change is newer than the source's rows; empty where none is
   * @param withDeletes adds to keys that are missing in the table which change deleted them
   */
  static FoundKeys of(
      SnapshotComparison.Result result,
      Optional<RepairPosition> stated,
      UnaryOperator<List<KeyDifference>> withDeletes,
      Examples examples) {
    ComparisonReport report = result.report();
    JavaRDD<KeyDifference> all = result.differences().map(KeyDifferences::read);
    JavaRDD<KeyDifference> counting = all.filter(difference -> !difference.isNewer());
    if (report.differences() > MOST_HELD) {
      Map<DifferenceKind, Long> byKind = counting.map(KeyDifference::kind).countByValue();
      return new FoundKeys(counts(report, byKind), List.of(), examples.described(counting));
    }
    List<KeyDifference> held =
        stated.isEmpty()
            ? all.collect()
            : upTo(stated.get(), withDeletes.apply(counting.collect()));
    Map<DifferenceKind, Long> byKind = new HashMap<>();
    held.forEach(difference -> byKind.merge(difference.kind(), 1L, Long::sum));
    return new FoundKeys(counts(report, byKind), held, examples.described(held));
  }

  private static List<KeyDifference> upTo(RepairPosition stated, List<KeyDifference> found) {
    Position at = Position.of(stated.bytes());
    return found.stream().filter(difference -> !difference.stored().isAfter(at)).toList();
  }

  private static Findings.Counts counts(ComparisonReport report, Map<DifferenceKind, Long> byKind) {
    long different = byKind.getOrDefault(DifferenceKind.DIFFERENT, 0L);
    long missing = byKind.getOrDefault(DifferenceKind.MISSING, 0L);
    long extra = byKind.getOrDefault(DifferenceKind.EXTRA, 0L);
    return new Findings.Counts(
        report.equal(),
        different,
        missing,
        extra,
        report.differences() - different - missing - extra);
  }
}
