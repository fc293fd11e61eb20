package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/** Holds dates only. */
final class DateWriter extends ColumnWriter {

  DateWriter(DataType type, UnsafeWriter out) {
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
  public void putDate(int ordinal, int days) {
    out.write(ordinal, days);
  }
}
