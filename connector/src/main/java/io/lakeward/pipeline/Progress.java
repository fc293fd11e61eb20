package io.lakeward.pipeline;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far a source was read, compared with how far it was applied. A progress is text that only its
 * source understands.
 */
interface Progress {

  /** What a batch is to a table. */
  enum Coverage {
    /** The table holds the whole batch. */
    APPLIED,
    /** The batch goes on where the table stands, or overlaps with it. */
    CONTINUES,
    /** Between the table and the batch records are missing. */
    AHEAD
  }

  /**
   * Compares a batch with a table.
   *
   * @param applied how far the table is
   * @param start where the batch starts; empty for the first batch of a checkpoint
   * @param end where the batch ends
   */
  Coverage coverage(String applied, Optional<String> start, String end);

  /** The later of two, wherever each stands: what a table has once both are applied. */
  String later(String applied, String end);

  /** At most how many records a batch has; empty where the source does not tell. */
  OptionalLong mostRecords(Optional<String> start, String end);
}
