package io.lakeward.lake;

import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * A stream of rows that is sorted by key, with the key of the row it stands at. The row is used
 * again for the next one, the key is not. Not thread safe.
 */
final class KeyCursor {
  private final Iterator<InternalRow> rows;
  private final int keyOrdinal;
  private InternalRow row;
  private byte[] key;

  /** Stands at the first row. */
  KeyCursor(Iterator<InternalRow> rows, int keyOrdinal) {
    this.rows = rows;
    this.keyOrdinal = keyOrdinal;
    advance();
  }

  boolean hasRow() {
    return row != null;
  }

  boolean isAt(byte[] other) {
    return row != null && Arrays.equals(key, other);
  }

  InternalRow row() {
    return row;
  }

  byte[] key() {
    return key;
  }

  void advance() {
    row = rows.hasNext() ? rows.next() : null;
    key = row == null ? null : row.getBinary(keyOrdinal);
  }
}
