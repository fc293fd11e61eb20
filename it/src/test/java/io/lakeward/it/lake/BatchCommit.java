package io.lakeward.it.lake;

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
