package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/** Holds whole numbers of 64 bits. */
final class LongWriter extends WholeNumberWriter {

  LongWriter(DataType type, UnsafeWriter out) {
    super(type, out);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    out.write(ordinal, (long) value);
  }

  @Override
  public void putLong(int ordinal, long value) {
    out.write(ordinal, value);
  }
}
