package io.lakeward.source.avro;

import io.lakeward.change.RejectReason;

/** A record that is not what Avro's specification or its schema says. */
final class AvroRefused extends Exception {

  private static final long serialVersionUID = 1L;

  private final RejectReason reason;

  AvroRefused(RejectReason reason, String message) {
    // Thrown for single records: the place in our code tells nobody anything.
    super(message, null, false, false);
    this.reason = reason;
  }

  static AvroRefused malformed(String message) {
    return new AvroRefused(RejectReason.MALFORMED, message);
  }

  RejectReason reason() {
    return reason;
  }
}
