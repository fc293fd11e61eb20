package io.lakeward.samples.shop;

import io.lakeward.samples.shop.lake.LakeCommit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;

/** How long streamed changes took from their commit in the source until the lake showed them. */
final class Freshness {

  private final long[] sorted;

  private Freshness(LongStream millis) {
    this.sorted = millis.sorted().toArray();
  }

  /** The freshness of all changes of these tables' commits. */
  static Freshness of(List<List<LakeCommit>> tables, Ledger ledger) {
    return new Freshness(tables.stream().flatMapToLong(commits -> delays(commits, ledger)));
  }

  private static LongStream delays(List<LakeCommit> commits, Ledger ledger) {
    Map<TopicPartition, Long> reached = new HashMap<>();
    LongStream.Builder delays = LongStream.builder();
    for (LakeCommit commit : commits) {
      commit
          .ends()
          .forEach(
              (partition, end) -> {
                Long start = reached.put(partition, end);
                long[] committed = ledger.commitMillis(partition, start == null ? 0 : start, end);
                Arrays.stream(committed)
                    .forEach(millis -> delays.add(commit.visibleMillis() - millis));
              });
    }
    return delays.build();
  }

  /** How many changes were measured. */
  int size() {
    return sorted.length;
  }

  /** The delay that so many percent of the changes did not exceed. */
  double seconds(int percent) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)] / 1000.0;
  }
}
