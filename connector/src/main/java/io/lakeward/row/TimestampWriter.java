package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/** Holds instants only: a time of no zone is none. */
final class TimestampWriter extends ColumnWriter {

  TimestampWriter(DataType type, UnsafeWriter out) {
    super(type, out);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    out.write(ordinal, (long) value);
  }

  @Override
  public void putTimestamp(int ordinal, long micros) {
    out.write(ordinal, micros);
  }
}
