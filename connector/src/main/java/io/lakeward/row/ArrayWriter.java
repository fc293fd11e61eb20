package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;

/** Writes an array: {@link #begin}, each element once, {@link #end}. */
public final class ArrayWriter extends ColumnWriter {

  private final ElementsWriter elements;

  ArrayWriter(ArrayType type, UnsafeWriter out) {
    super(type, out);
    this.elements = new ElementsWriter(type.elementType(), out);
  }

  /** Starts an array of this many elements; what it returns goes to {@link #end}. */
  public int begin(int count) {
    int start = out.cursor();
    elements.begin(count);
    return start;
  }

  /** The writer of the elements, whose ordinals are their places. */
  public ColumnWriter element() {
    return elements.element();
  }

  /** Ends the array that began there. */
  public void end(int ordinal, int start) {
    out.setOffsetAndSizeFromPreviousCursor(ordinal, start);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    int start = out.cursor();
    elements.putAll((ArrayData) value);
    end(ordinal, start);
  }
}
