package io.lakeward.samples.shop;

import io.lakeward.samples.compare.Verdict;
import java.util.Map;

/**
 * What became of one table.
 *
 * @param table which
 * @param counts the records of its topic by kind
 * @param batches the micro-batches that wrote to its replica
 * @param verdict what the comparison found
 */
record Report(ShopTable table, Map<ChangeKind, Long> counts, int batches, Verdict verdict) {

  Report {
    counts = Map.copyOf(counts);
  }
}
