package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeArrayWriter;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;

/** The elements of an array, or the keys or values of a map. */
public final class ElementsWriter {

  private final UnsafeArrayWriter array;
  private final ColumnWriter element;

  ElementsWriter(DataType elementType, UnsafeWriter out) {
    this.array = new UnsafeArrayWriter(out, width(elementType));
    this.element = ColumnWriters.of(elementType, array);
  }

  /** Starts this many elements; each must then be written once. */
  public void begin(int count) {
    array.initialize(count);
  }

  /** The writer of the elements, whose ordinals are their places. */
  public ColumnWriter element() {
    return element;
  }

  void putAll(ArrayData values) {
    int count = values.numElements();
    begin(count);
    for (int i = 0; i < count; i++) {
      if (values.isNullAt(i)) {
        element.putNull(i);
      } else {
        element.putInternal(i, values.get(i, element.type()));
      }
    }
  }

  /** Spark's own widths: values of up to 8 bytes lie in the array, others are pointed to. */
  private static int width(DataType type) {
    if (type instanceof BooleanType) {
      return 1;
    }
    boolean fourBytes =
        type instanceof IntegerType || type instanceof DateType || type instanceof FloatType;
    return fourBytes ? Integer.BYTES : Long.BYTES;
  }
}
