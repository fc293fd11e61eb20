package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/** Holds whole numbers of 32 bits; never wraps. */
final class IntWriter extends WholeNumberWriter {

  IntWriter(DataType type, UnsafeWriter out) {
    super(type, out);
  }

  @Override
  public void putNull(int ordinal) {
    out.setNull4Bytes(ordinal);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    out.write(ordinal, (int) value);
  }

  @Override
  public void putLong(int ordinal, long value) {
    int narrow = (int) value;
    if (narrow != value) {
      throw refused(value);
    }
    out.write(ordinal, narrow);
  }
}
