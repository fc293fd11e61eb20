package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.MapType;

/** Copies a map entry by entry. */
final class MapCopy implements ColumnCopy {

  private final MapType type;
  private final ColumnCopy key;
  private final ColumnCopy value;

  MapCopy(MapType type) {
    this.type = type;
    this.key = ColumnCopy.of(type.keyType());
    this.value = ColumnCopy.of(type.valueType());
  }

  @Override
  public void copy(SpecializedGetters from, int ordinal, ColumnWriter out, int outOrdinal) {
    if (!(out instanceof MapWriter writer)) {
      throw out.refused(type.simpleString());
    }
    MapData map = from.getMap(ordinal);
    int start = writer.beginKeys(map.numElements());
    ArrayCopy.elements(map.keyArray(), key, writer.key());
    writer.beginValues(start, map.numElements());
    ArrayCopy.elements(map.valueArray(), value, writer.value());
    writer.end(outOrdinal, start);
  }
}
