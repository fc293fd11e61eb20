package io.lakeward.lake;

import io.lakeward.autocdc.Outcome;
import java.time.Duration;
import java.util.Map;

/** How the merge of a batch ends. */
public sealed interface Merged {

  /**
   * The batch is in the table.
   *
   * @param outcomes how many records ended in each outcome
   * @param truncatesApplied 1 where a truncate of the batch moved the table's truncate mark, else 0
   * @param written what the commit added and removed
   * @param attempts how often the batch was merged until the commit held, from 1
   * @param merging the time from the probe to the written files of the last attempt
   * @param committing the time of the commit
   */
  record Committed(
      Map<Outcome, Long> outcomes,
      long truncatesApplied,
      Written written,
      int attempts,
      Duration merging,
      Duration committing)
      implements Merged {}

  /**
   * The table is no longer what the changes were decoded for, in its columns or in the key changes
   * that wait: decode them again.
   */
  record Outdated() implements Merged {}

  /**
   * What a commit added and removed.
   *
   * @param snapshotId the snapshot
   * @param files data files added
   * @param rowsWritten rows in them
   * @param rowsDeleted rows deleted from the table
   * @param duplicateKeys keys that the table held twice, and now once
   */
  record Written(
      long snapshotId, int files, long rowsWritten, long rowsDeleted, long duplicateKeys) {}
}
