package io.lakeward.lake;

import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A column as an older snapshot has it, seen as the table has it now: wider, and with more fields.
 */
final class PastColumn {
  private PastColumn() {}

  /** The column in the type of now; what was added to it since is null. */
  static Column seenNow(Column column, DataType then, DataType now) {
    if (then.equals(now)) {
      return column;
    } else if (then instanceof StructType from && now instanceof StructType to) {
      Column[] fields =
          Arrays.stream(to.fields())
              .map(field -> field(column, from, field).as(field.name()))
              .toArray(Column[]::new);
      return functions.when(column.isNotNull(), functions.struct(fields));
    } else if (then instanceof ArrayType from && now instanceof ArrayType to) {
      return functions.transform(
          column, element -> seenNow(element, from.elementType(), to.elementType()));
    } else if (then instanceof MapType from && now instanceof MapType to) {
      return functions.transform_values(
          column, (key, value) -> seenNow(value, from.valueType(), to.valueType()));
    }
    return column.cast(now);
  }

  private static Column field(Column struct, StructType then, StructField now) {
    int place = Arrays.asList(then.fieldNames()).indexOf(now.name());
    return place < 0
        ? functions.lit(null).cast(now.dataType())
        : seenNow(struct.getField(now.name()), then.fields()[place].dataType(), now.dataType());
  }
}
