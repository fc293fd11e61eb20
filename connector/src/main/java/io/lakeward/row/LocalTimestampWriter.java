package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/** Holds dates with times of no zone, and dates as their midnight. */
final class LocalTimestampWriter extends ColumnWriter {

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  LocalTimestampWriter(DataType type, UnsafeWriter out) {
    super(type, out);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    out.write(ordinal, (long) value);
  }

  @Override
  public void putLocalTimestamp(int ordinal, long micros) {
    out.write(ordinal, micros);
  }

  @Override
  public void putDate(int ordinal, int days) {
    try {
      out.write(ordinal, Math.multiplyExact(days, MICROS_PER_DAY));
    } catch (ArithmeticException e) {
      throw refused("date " + days);
    }
  }
}
