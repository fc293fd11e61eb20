package io.lakeward.row;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.StructType;

/** Writes a struct field by field: {@link #begin}, each of {@link #fields} once, {@link #end}. */
public final class StructWriter extends ColumnWriter {

  private final UnsafeRowWriter row;
  private final ColumnWriter[] fields;

  StructWriter(StructType type, UnsafeWriter out) {
    super(type, out);
    this.row = new UnsafeRowWriter(out, type.fields().length);
    this.fields = ColumnWriters.of(type, row);
  }

  /** Starts a struct; what it returns goes to {@link #end}. */
  public int begin() {
    int start = out.cursor();
    row.resetRowWriter();
    return start;
  }

  /** The writers of the fields, whose ordinals are their places. Not to be written to. */
  public ColumnWriter[] fields() {
    return fields;
  }

  /** Ends the struct that began there. */
  public void end(int ordinal, int start) {
    out.setOffsetAndSizeFromPreviousCursor(ordinal, start);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    InternalRow struct = (InternalRow) value;
    int start = begin();
    for (int i = 0; i < fields.length; i++) {
      if (struct.isNullAt(i)) {
        fields[i].putNull(i);
      } else {
        fields[i].putInternal(i, struct.get(i, fields[i].type()));
      }
    }
    end(ordinal, start);
  }
}
