package io.lakeward.row;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.StructType;

/**
 * Copies a struct field by field, by their names. A field that the value lacks is null; one that
 * the column lacks must be null.
 */
final class StructCopy implements ColumnCopy {

  private static final int NOWHERE = -1;

  private final StructType from;
  private final ColumnCopy[] copies;

  /** By field of the value, its place in the column. */
  private final int[] places;

  /** The fields of the column that no value has. */
  private final int[] absent;

  StructCopy(StructType from, StructType to) {
    this.from = from;
    List<String> names = Arrays.asList(to.fieldNames());
    this.places = Arrays.stream(from.fieldNames()).mapToInt(names::indexOf).toArray();
    this.copies = new ColumnCopy[places.length];
    for (int i = 0; i < places.length; i++) {
      if (places[i] != NOWHERE) {
        copies[i] = ColumnCopy.of(from.fields()[i].dataType(), to.fields()[places[i]].dataType());
      }
    }
    List<String> sent = Arrays.asList(from.fieldNames());
    this.absent = names.stream().filter(n -> !sent.contains(n)).mapToInt(names::indexOf).toArray();
  }

  @Override
  public void copy(SpecializedGetters row, int ordinal, ColumnWriter out, int outOrdinal) {
    InternalRow value = row.getStruct(ordinal, places.length);
    StructWriter struct = (StructWriter) out;
    int start = struct.begin();
    ColumnWriter[] fields = struct.fields();
    for (int i = 0; i < places.length; i++) {
      if (places[i] == NOWHERE) {
        requireNull(value, i);
      } else {
        copyField(value, i, fields[places[i]]);
      }
    }
    for (int place : absent) {
      fields[place].putNull(place);
    }
    struct.end(outOrdinal, start);
  }

  private void copyField(InternalRow value, int field, ColumnWriter out) {
    if (value.isNullAt(field)) {
      out.putNull(places[field]);
      return;
    }
    try {
      copies[field].copy(value, field, out, places[field]);
    } catch (ValueRefused e) {
      throw e.in(from.fieldNames()[field]);
    }
  }

  private void requireNull(InternalRow value, int field) {
    if (!value.isNullAt(field)) {
      Object refused = value.get(field, from.fields()[field].dataType());
      throw ValueRefused.of(refused, "field of the column").in(from.fieldNames()[field]);
    }
  }
}
