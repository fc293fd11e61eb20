package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/** Holds bytes only. */
final class BinaryWriter extends ColumnWriter {

  BinaryWriter(DataType type, UnsafeWriter out) {
    super(type, out);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    out.write(ordinal, (byte[]) value);
  }

  @Override
  public void putBinary(int ordinal, byte[] bytes, int offset, int length) {
    out.write(ordinal, bytes, offset, length);
  }
}
