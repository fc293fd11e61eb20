package io.lakeward.samples.shop.lake;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A micro-batch in the lake.
 *
 * @param visibleMillis when it became visible
 * @param ends the offset behind the last record, for every partition that it covers
 */
public record LakeCommit(long visibleMillis, Map<TopicPartition, Long> ends) {

  public LakeCommit {
    ends = Map.copyOf(ends);
  }
}
