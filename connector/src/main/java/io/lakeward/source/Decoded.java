package io.lakeward.source;

import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import java.util.List;

/** How the decoding of a record ends. */
public sealed interface Decoded {

  /**
   * The record holds changes: one, or a delete and an upsert where its key changed under the
   * mapping's own keys. The list and its elements are reused for the next record.
   */
  record Changes(List<DecodedChange> changes) implements Decoded {}

  /** The record is well formed and holds no change of the table. */
  record Skipped(SkipReason reason) implements Decoded {}

  /**
   * The record cannot be applied.
   *
   * @param detail what is wrong in it, for people; holds no values of the row but the offending one
   */
  record Rejected(RejectReason reason, String detail) implements Decoded {}

  /**
   * The record's columns do not fit the layout: the table must be created or altered first, and the
   * record decoded again.
   *
   * @param shape what the record needs
   * @param sequence the encoded sequence of the record's change
   */
  record Unfit(RecordShape shape, byte[] sequence) implements Decoded {}
}
