package io.lakeward.source.debezium;

import java.util.Set;

/**
 * Which fields of a flattened record are the transform's own, and where in the envelope they come
 * from. Others are columns, also where they begin like the transform's.
 *
 * @param prefix what the transform's own begin with
 * @param columns names of columns, also where they are those of the transform's own fields
 */
record FlattenedFields(String prefix, Set<String> columns) {

  /** Where a field belongs. */
  enum Part {
    COLUMN,
    OPERATION,
    DELETED,
    ENVELOPE,
    SOURCE,
    TRANSACTION
  }

  private static final Set<String> OF_ENVELOPE = Set.of("ts_ms", "ts_us", "ts_ns");
  private static final String SOURCE = "source_";
  private static final String TRANSACTION = "transaction_";

  /** What connectors put into {@code source}, which the transform also finds without its name. */
  private static final Set<String> OF_SOURCE = Set.copyOf(SourceBlock.names());

  /** Where a field belongs. */
  Part partOf(String field) {
    if (!field.startsWith(prefix) || field.length() == prefix.length() || columns.contains(field)) {
      return Part.COLUMN;
    }
    String name = field.substring(prefix.length());
    if (name.equals("op")) {
      return Part.OPERATION;
    } else if (name.equals("deleted")) {
      return Part.DELETED;
    } else if (OF_ENVELOPE.contains(name)) {
      return Part.ENVELOPE;
    } else if (name.startsWith(TRANSACTION)) {
      return Part.TRANSACTION;
    }
    return name.startsWith(SOURCE) || OF_SOURCE.contains(name) ? Part.SOURCE : Part.COLUMN;
  }

  /** The name in the envelope's part of a field that is no column. */
  String nameInPart(String field) {
    String name = field.substring(prefix.length());
    if (name.startsWith(SOURCE)) {
      return name.substring(SOURCE.length());
    }
    return name.startsWith(TRANSACTION) ? name.substring(TRANSACTION.length()) : name;
  }
}
