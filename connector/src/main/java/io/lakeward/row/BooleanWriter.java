package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/** Holds booleans only. */
final class BooleanWriter extends ColumnWriter {

  BooleanWriter(DataType type, UnsafeWriter out) {
    super(type, out);
  }

  @Override
  public void putNull(int ordinal) {
    out.setNull1Bytes(ordinal);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    out.write(ordinal, (boolean) value);
  }

  @Override
  public void putBoolean(int ordinal, boolean value) {
    out.write(ordinal, value);
  }
}
