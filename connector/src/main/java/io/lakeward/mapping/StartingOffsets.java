package io.lakeward.mapping;

import java.util.Map;

/** Where a flow starts that has neither a checkpoint nor a table yet. */
public sealed interface StartingOffsets {

  /** At the oldest records that Kafka still holds. */
  record Earliest() implements StartingOffsets {}

  /** Behind the newest record. */
  record Latest() implements StartingOffsets {}

  /**
   * At given offsets.
   *
   * @param offsets the first offset to read by topic and partition
   */
  record Exact(Map<String, Map<Integer, Long>> offsets) implements StartingOffsets {
    public Exact {
      offsets = Checks.inOrder(offsets);
    }
  }
}
