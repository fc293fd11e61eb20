package io.lakeward.lake;

import io.lakeward.mapping.Columns;
import java.io.Serializable;

/**
 * What every task of a merge needs to know.
 *
 * @param changeRows the columns of the changes
 * @param storedRows the columns of the stored rows
 * @param fieldIds the Iceberg field id of each leaf of the layout's columns
 * @param fold how keys are folded
 * @param tracked the columns whose history is tracked
 * @param partitions how many merge partitions there are
 * @param snapshotId the snapshot of the table that is probed; 0 where it has none
 * @param appliedAtSeconds when the batch is applied, in seconds since 1970
 */
record MergeContext(
    ChangeRows changeRows,
    StoredRows storedRows,
    int[] fieldIds,
    FoldPlan fold,
    Columns tracked,
    int partitions,
    long snapshotId,
    long appliedAtSeconds)
    implements Serializable {

  /** The rows that changes and stored rows are. */
  SparkRows rows() {
    return new SparkRows(changeRows.layout(), tracked);
  }
}
