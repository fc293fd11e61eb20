package io.lakeward.it.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Snapshot;

/**
 * What a snapshot says of the batch that made it.
 *
 * @param offsets how far the flow was applied with it
 * @param addedRows rows written, changed ones included
 */
public record BatchCommit(
    long snapshotId,
    String pipeline,
    long batchId,
    String queryId,
    String offsets,
    long addedRows) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** How many records of all partitions were applied up to here. */
  public long recordsSoFar() {
    try {
      long sum = 0;
      for (JsonNode topic : JSON.readTree(offsets)) {
        for (JsonNode next : topic) {
          sum += next.asLong();
        }
      }
      return sum;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot read the offsets " + offsets, e);
    }
  }

  static Optional<BatchCommit> of(Snapshot snapshot) {
    Map<String, String> summary = snapshot.summary();
    if (!summary.containsKey("lakeward.commit-uuid")) {
      return Optional.empty();
    }
    return Optional.of(
        new BatchCommit(
            snapshot.snapshotId(),
            summary.get("lakeward.pipeline"),
            Long.parseLong(summary.get("lakeward.batch-id")),
            summary.get("lakeward.query-id"),
            summary.get("lakeward.offsets"),
            Long.parseLong(summary.getOrDefault("added-records", "0"))));
  }
}
