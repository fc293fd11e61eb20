package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What marks a batch in the table, so that it is found again after a crash.
 *
 * @param pipeline the pipeline's name
 * @param flow the flow's name
 * @param queryId Spark's id of the streaming query, which lives as long as its checkpoint
 * @param batchId Spark's number of the batch, from 0; counts anew with each checkpoint
 * @param progress how far the flow's source is applied after the batch, as the source writes it;
 *     empty for records that came aside of it, which leave that as it is
 */
public record BatchIdentity(
    String pipeline, String flow, String queryId, long batchId, Optional<String> progress) {
  public BatchIdentity {
    requireNonNull(pipeline, "pipeline");
    requireNonNull(flow, "flow");
    requireNonNull(queryId, "queryId");
    requireNonNull(progress, "progress");
  }
}
