package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.unsafe.Platform;

/**
 * Writes a map: {@link #beginKeys}, each key once, {@link #beginValues}, each value once, {@link
 * #end}. Spark keeps all keys before all values.
 */
public final class MapWriter extends ColumnWriter {

  private static final int KEYS_SIZE_BYTES = 8;

  private final ElementsWriter keys;
  private final ElementsWriter values;

  MapWriter(MapType type, UnsafeWriter out) {
    super(type, out);
    this.keys = new ElementsWriter(type.keyType(), out);
    this.values = new ElementsWriter(type.valueType(), out);
  }

  /** Starts a map of this many entries; what it returns goes to the other steps. */
  public int beginKeys(int count) {
    int start = reserve();
    keys.begin(count);
    return start;
  }

  /** Starts the values after all keys. */
  public void beginValues(int start, int count) {
    closeKeys(start);
    values.begin(count);
  }

  /** The writer of the keys, whose ordinals are their places. */
  public ColumnWriter key() {
    return keys.element();
  }

  /** The writer of the values, whose ordinals are their places. */
  public ColumnWriter value() {
    return values.element();
  }

  /** Ends the map that began there. */
  public void end(int ordinal, int start) {
    out.setOffsetAndSizeFromPreviousCursor(ordinal, start);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    MapData map = (MapData) value;
    int start = reserve();
    keys.putAll(map.keyArray());
    closeKeys(start);
    values.putAll(map.valueArray());
    end(ordinal, start);
  }

  private int reserve() {
    int start = out.cursor();
    out.grow(KEYS_SIZE_BYTES);
    out.increaseCursor(KEYS_SIZE_BYTES);
    return start;
  }

  private void closeKeys(int start) {
    // The cursor is an offset from the object's start, as Platform wants it.
    Platform.putLong(out.getBuffer(), start, out.cursor() - start - KEYS_SIZE_BYTES);
  }
}
