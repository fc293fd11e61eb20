package io.lakeward.lake;

import io.lakeward.mapping.Columns;
import java.io.Serializable;

/**
 * What every task of a merge needs to know.
 *
 * @param changeRows the columns of the changes
 * @param storedRows the columns of the stored rows
 * @param leaves the leaves of the layout's columns
 * @param fold how keys are folded
 * @param tracked the columns whose history is tracked
 * @param partitions how many merge partitions there are
 * @param snapshotId the snapshot of the table that is probed; 0 where it has none
 */
record MergeContext(
    ChangeRows changeRows,
    StoredRows storedRows,
    LeafIds leaves,
    FoldPlan fold,
    Columns tracked,
    int partitions,
    long snapshotId)
    implements Serializable {

  /** The rows that changes and stored rows are. */
  SparkRows rows() {
    return new SparkRows(changeRows.layout(), tracked);
  }
}
