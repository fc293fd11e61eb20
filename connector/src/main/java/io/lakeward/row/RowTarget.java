package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.StructType;

/**
 * A row that is filled again for each record: {@link #begin}, each of {@link #columns} once, {@link
 * #row}. Not thread safe.
 */
public final class RowTarget {

  private final UnsafeRowWriter row;
  private final ColumnWriter[] columns;

  /**
   * A target of this type.
   *
   * @throws io.lakeward.error.LakewardException COLUMN_TYPE_DRIFT for a type that is not written
   */
  public RowTarget(StructType type) {
    this.row = new UnsafeRowWriter(type.fields().length);
    this.columns = ColumnWriters.of(type, row);
  }

  /** Forgets the row before. */
  public void begin() {
    row.reset();
    row.zeroOutNullBytes();
  }

  /** The writers of the columns, whose ordinals are their places. Not to be written to. */
  public ColumnWriter[] columns() {
    return columns;
  }

  /** The row, valid until the next {@link #begin}. */
  public UnsafeRow row() {
    return row.getRow();
  }
}
