package io.lakeward.source;

import io.lakeward.change.RejectReason;

/**
 * The list by which a record says what it authors cannot be used. Always caught by the decoder;
 * carries no stack trace.
 */
public final class ListRefused extends RuntimeException {

  private final transient RejectReason reason;

  /** The record is rejected for this reason. */
  public ListRefused(RejectReason reason, String detail) {
    super("columns_to_update: " + detail, null, false, false);
    this.reason = reason;
  }

  /** How the record ends. */
  public Decoded.Rejected rejected() {
    return new Decoded.Rejected(reason, getMessage());
  }
}
