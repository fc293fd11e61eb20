package io.lakeward.source.snapshot;

import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The few types that versions have, and values brought to them. */
final class VersionTypes {

  private VersionTypes() {}

  /** The type of versions whose values are of this type: the widest of its kind. */
  static DataType stable(DataType type) {
    if (type instanceof ByteType || type instanceof ShortType || type instanceof IntegerType) {
      return DataTypes.LongType;
    } else if (type instanceof FloatType) {
      return DataTypes.DoubleType;
    } else if (type instanceof StringType) {
      return DataTypes.StringType;
    } else if (type instanceof StructType struct) {
      return new StructType(
          Arrays.stream(struct.fields())
              .map(
                  field ->
                      DataTypes.createStructField(field.name(), stable(field.dataType()), true))
              .toArray(StructField[]::new));
    }
    return type;
  }

  /** A value of a type as one of the stable type. */
  static Object widened(Object value, DataType type) {
    if (type instanceof ByteType || type instanceof ShortType || type instanceof IntegerType) {
      return ((Number) value).longValue();
    } else if (type instanceof FloatType) {
      return ((Number) value).doubleValue();
    } else if (type instanceof StructType struct) {
      return widened((InternalRow) value, struct);
    }
    return value;
  }

  private static InternalRow widened(InternalRow row, StructType struct) {
    Object[] fields = new Object[struct.size()];
    for (int i = 0; i < fields.length; i++) {
      DataType type = struct.fields()[i].dataType();
      fields[i] = row.isNullAt(i) ? null : widened(row.get(i, type), type);
    }
    return new GenericInternalRow(fields).copy();
  }
}
