package io.lakeward.pipeline;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Columns of a query in another type that holds every value of theirs, as {@link
 * io.lakeward.row.LosslessTypes} says. Spark's own cast takes the fields of structs by their place;
 * here they go by name, and a field that is not there is null.
 */
final class LosslessCast {
  private LosslessCast() {}

  /** A column of one type in another. */
  static Column of(Column column, DataType from, DataType to) {
    if (from.asNullable().equals(to.asNullable())) {
      return column;
    } else if (from instanceof StructType struct && to instanceof StructType target) {
      return functions.when(column.isNotNull(), struct(column, struct, target));
    } else if (from instanceof ArrayType array && to instanceof ArrayType target) {
      return functions.transform(
          column, element -> of(element, array.elementType(), target.elementType()));
    } else if (from instanceof MapType map && to instanceof MapType target) {
      return functions.transform_values(
          functions.transform_keys(
              column, (key, value) -> of(key, map.keyType(), target.keyType())),
          (key, value) -> of(value, map.valueType(), target.valueType()));
    }
    return column.cast(to);
  }

  private static Column struct(Column column, StructType from, StructType to) {
    Column[] fields = new Column[to.size()];
    for (int i = 0; i < fields.length; i++) {
      StructField field = to.fields()[i];
      Column value =
          from.getFieldIndex(field.name()).isEmpty()
              ? functions.lit(null).cast(field.dataType())
              : of(
                  column.getField(field.name()),
                  from.apply(field.name()).dataType(),
                  field.dataType());
      fields[i] = value.as(field.name());
    }
    return functions.struct(fields);
  }
}
