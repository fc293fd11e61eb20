package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/** Holds doubles, floats, and whole numbers that a double represents exactly. */
final class DoubleWriter extends ColumnWriter {

  DoubleWriter(DataType type, UnsafeWriter out) {
    super(type, out);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    out.write(ordinal, (double) value);
  }

  @Override
  public void putLong(int ordinal, long value) {
    double exact = (double) value;
    // Long.MAX_VALUE rounds up to 2^63, which the cast back would hide by saturating.
    if (value == Long.MAX_VALUE || (long) exact != value) {
      throw refused(value);
    }
    out.write(ordinal, exact);
  }

  @Override
  public void putFloat(int ordinal, float value) {
    out.write(ordinal, (double) value);
  }

  @Override
  public void putDouble(int ordinal, double value) {
    out.write(ordinal, value);
  }
}
