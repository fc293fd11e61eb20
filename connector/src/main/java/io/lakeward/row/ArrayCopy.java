package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;

/** Copies an array element by element. */
final class ArrayCopy implements ColumnCopy {

  private final ArrayType type;
  private final ColumnCopy element;

  ArrayCopy(ArrayType type) {
    this.type = type;
    this.element = ColumnCopy.of(type.elementType());
  }

  @Override
  public void copy(SpecializedGetters from, int ordinal, ColumnWriter out, int outOrdinal) {
    if (!(out instanceof ArrayWriter writer)) {
      throw out.refused(type.simpleString());
    }
    ArrayData array = from.getArray(ordinal);
    int start = writer.begin(array.numElements());
    elements(array, element, writer.element());
    writer.end(outOrdinal, start);
  }

  static void elements(ArrayData array, ColumnCopy copy, ColumnWriter out) {
    for (int i = 0; i < array.numElements(); i++) {
      if (array.isNullAt(i)) {
        out.putNull(i);
      } else {
        copy.copy(array, i, out, i);
      }
    }
  }
}
