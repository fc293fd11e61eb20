package io.lakeward.row;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Copies a struct field by field, by their names: two structs may have them in other orders. */
final class StructCopy implements ColumnCopy {

  private static final int ABSENT = -1;

  private final StructType type;
  private final ColumnCopy[] fields;
  private DataType lastColumn;

  /** By field of the column that was written last, the field of the struct. */
  private int[] sources = {};

  private boolean complete;

  StructCopy(StructType type) {
    this.type = type;
    this.fields =
        Arrays.stream(type.fields())
            .map(field -> ColumnCopy.of(field.dataType()))
            .toArray(ColumnCopy[]::new);
  }

  @Override
  public void copy(SpecializedGetters from, int ordinal, ColumnWriter out, int outOrdinal) {
    if (!(out instanceof StructWriter writer) || !fits((StructType) out.type())) {
      throw out.refused(type.simpleString());
    }
    InternalRow struct = from.getStruct(ordinal, fields.length);
    ColumnWriter[] columns = writer.fields();
    int start = writer.begin();
    for (int i = 0; i < columns.length; i++) {
      int source = sources[i];
      if (source == ABSENT || struct.isNullAt(source)) {
        columns[i].putNull(i);
      } else {
        fields[source].copy(struct, source, columns[i], i);
      }
    }
    writer.end(outOrdinal, start);
  }

  /** Whether the column has all fields of the struct. */
  private boolean fits(StructType column) {
    if (column != lastColumn) {
      List<String> names = Arrays.stream(type.fields()).map(StructField::name).toList();
      sources = Arrays.stream(column.fields()).mapToInt(f -> names.indexOf(f.name())).toArray();
      complete = Arrays.asList(column.fieldNames()).containsAll(names);
      lastColumn = column;
    }
    return complete;
  }
}
