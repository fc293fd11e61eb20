package io.lakeward.lake;

import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * A stream of rows that is sorted by the hash of their key, with the row it stands at and a look at
 * the next. The row is used again for the next one. Not thread safe.
 */
final class HashCursor {
  private final Iterator<InternalRow> rows;
  private final int hashOrdinal;
  private final UnsafeRow row;
  private InternalRow next;
  private long hash;
  private boolean hasRow;

  /**
   * Stands at the first row.
   *
   * @param fields how many columns the rows have
   */
  HashCursor(Iterator<InternalRow> rows, int hashOrdinal, int fields) {
    this.rows = rows;
    this.hashOrdinal = hashOrdinal;
    this.row = new UnsafeRow(fields);
    this.row.pointTo(new byte[0], 0);
    this.next = rows.hasNext() ? rows.next() : null;
    advance();
  }

  boolean hasRow() {
    return hasRow;
  }

  InternalRow row() {
    return row;
  }

  /** The hash of the row's key. */
  long hash() {
    return hash;
  }

  /** Whether the next row's key has the same hash. */
  boolean isFollowed() {
    return next != null && next.getLong(hashOrdinal) == hash;
  }

  void advance() {
    hasRow = next != null;
    if (hasRow) {
      row.copyFrom((UnsafeRow) next);
      hash = row.getLong(hashOrdinal);
      next = rows.hasNext() ? rows.next() : null;
    }
  }
}
