package io.lakeward.samples.shop;

import java.util.Locale;
import org.apache.kafka.connect.data.Struct;

/** The kinds of records that a feed delivers. */
enum ChangeKind {
  READ,
  CREATE,
  UPDATE,
  DELETE,
  TRUNCATE,
  TOMBSTONE;

  /** The kind of a record with this value. */
  static ChangeKind of(Struct envelope) {
    if (envelope == null) {
      return TOMBSTONE;
    }
    String operation = envelope.getString("op");
    return switch (operation) {
      case "r" -> READ;
      case "c" -> CREATE;
      case "u" -> UPDATE;
      case "d" -> DELETE;
      case "t" -> TRUNCATE;
      default -> throw new IllegalStateException("Unknown operation: " + operation);
    };
  }

  /** The kind as the summary names it. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
