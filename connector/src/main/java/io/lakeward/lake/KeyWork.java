package io.lakeward.lake;

import io.lakeward.autocdc.Change;
import io.lakeward.autocdc.Handover;
import io.lakeward.autocdc.KeyHistory;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * One key of a batch after the fold.
 *
 * @param key the key's canonical bytes
 * @param stored what the probe found
 * @param changes the new changes, in their order, with whether each is counted
 * @param requests what other keys asked of it
 * @param handovers what other keys handed to it
 * @param folded what is to be stored
 * @param keyRow a row that has the key's columns; empty where no change brought one
 */
record KeyWork(
    byte[] key,
    StoredKey stored,
    List<Counted> changes,
    List<Request> requests,
    List<Handover<InternalRow>> handovers,
    KeyHistory<InternalRow> folded,
    InternalRow keyRow) {

  /**
   * A change.
   *
   * @param counts whether its record is counted here, and not by another change of it
   */
  record Counted(Change<InternalRow> change, boolean counts) {}

  /** A new key asks what this key left to it at this sequence. */
  record Request(byte[] newKey, byte[] sequence) {}
}
