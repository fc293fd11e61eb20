package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/** Holds floats, and numbers that a float represents exactly. */
final class FloatWriter extends ColumnWriter {

  FloatWriter(DataType type, UnsafeWriter out) {
    super(type, out);
  }

  @Override
  public void putNull(int ordinal) {
    out.setNull4Bytes(ordinal);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    out.write(ordinal, (float) value);
  }

  @Override
  public void putLong(int ordinal, long value) {
    float exact = (float) value;
    if (value == Long.MAX_VALUE || (long) exact != value) {
      throw refused(value);
    }
    out.write(ordinal, exact);
  }

  @Override
  public void putFloat(int ordinal, float value) {
    out.write(ordinal, value);
  }

  @Override
  public void putDouble(int ordinal, double value) {
    float narrow = (float) value;
    if (Double.compare(narrow, value) != 0) {
      throw refused(value);
    }
    out.write(ordinal, narrow);
  }
}
