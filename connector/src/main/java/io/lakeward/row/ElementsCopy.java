package io.lakeward.row;

import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.MapType;

/** Copies arrays and maps element by element. */
final class ElementsCopy {
  private ElementsCopy() {}

  static ColumnCopy ofArrays(ArrayType from, ArrayType to) {
    ColumnCopy element = ColumnCopy.of(from.elementType(), to.elementType());
    return (row, ordinal, out, outOrdinal) -> {
      ArrayData values = row.getArray(ordinal);
      ArrayWriter array = (ArrayWriter) out;
      int start = array.begin(values.numElements());
      copyAll(values, element, array.element());
      array.end(outOrdinal, start);
    };
  }

  static ColumnCopy ofMaps(MapType from, MapType to) {
    ColumnCopy key = ColumnCopy.of(from.keyType(), to.keyType());
    ColumnCopy value = ColumnCopy.of(from.valueType(), to.valueType());
    return (row, ordinal, out, outOrdinal) -> {
      MapData entries = row.getMap(ordinal);
      MapWriter map = (MapWriter) out;
      int start = map.beginKeys(entries.numElements());
      copyAll(entries.keyArray(), key, map.key());
      map.beginValues(start, entries.numElements());
      copyAll(entries.valueArray(), value, map.value());
      map.end(outOrdinal, start);
    };
  }

  private static void copyAll(ArrayData values, ColumnCopy copy, ColumnWriter out) {
    int count = values.numElements();
    for (int i = 0; i < count; i++) {
      if (values.isNullAt(i)) {
        out.putNull(i);
      } else {
        copy.copy(values, i, out, i);
      }
    }
  }
}
