package io.lakeward.source.debezium;

import io.lakeward.change.RejectReason;

/** A record cannot be applied. Always caught by the decoder; carries no stack trace. */
final class RecordRefused extends RuntimeException {

  private final transient RejectReason reason;

  RecordRefused(RejectReason reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
  }

  /** The refusal of a record whose row no schema describes. */
  static RecordRefused schemaMissing() {
    return new RecordRefused(
        RejectReason.SCHEMA_MISSING,
        "the record has no embedded schema of its row, and the mapping declares none");
  }

  RejectReason reason() {
    return reason;
  }
}
