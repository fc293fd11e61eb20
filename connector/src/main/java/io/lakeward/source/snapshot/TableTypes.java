package io.lakeward.source.snapshot;

import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Columns in the types that tables have: they have no whole numbers that are narrower than INT. */
final class TableTypes {

  private TableTypes() {}

  /** The rows with wider columns where a table has only such. */
  static Dataset<Row> widened(Dataset<Row> rows) {
    StructField[] fields = rows.schema().fields();
    if (Arrays.stream(fields).allMatch(f -> widened(f.dataType()).equals(f.dataType()))) {
      return rows;
    }
    return rows.select(
        Arrays.stream(fields).map(field -> widened(rows, field)).toArray(Column[]::new));
  }

  private static Column widened(Dataset<Row> rows, StructField field) {
    Column column = rows.col("`" + field.name().replace("`", "``") + "`");
    DataType type = widened(field.dataType());
    return type.equals(field.dataType()) ? column : column.cast(type).as(field.name());
  }

  private static DataType widened(DataType type) {
    if (type instanceof ByteType || type instanceof ShortType) {
      return DataTypes.IntegerType;
    } else if (type instanceof StructType struct) {
      return new StructType(
          Arrays.stream(struct.fields())
              .map(
                  f -> new StructField(f.name(), widened(f.dataType()), f.nullable(), f.metadata()))
              .toArray(StructField[]::new));
    } else if (type instanceof ArrayType array) {
      return new ArrayType(widened(array.elementType()), array.containsNull());
    } else if (type instanceof MapType map) {
      return new MapType(widened(map.keyType()), widened(map.valueType()), map.valueContainsNull());
    }
    return type;
  }
}
