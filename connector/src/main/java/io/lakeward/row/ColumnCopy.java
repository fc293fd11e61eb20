package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Copies a column of a row into a column that may be of another type, where that loses nothing. Not
 * thread safe.
 */
@FunctionalInterface
public interface ColumnCopy {

  /**
   * Copies a value that is not null.
   *
   * @throws ValueRefused where the other column cannot hold it
   */
  void copy(SpecializedGetters from, int ordinal, ColumnWriter out, int outOrdinal);

  /**
   * The copy out of columns of this type. Arrays, maps and structs go part by part, fields of
   * structs by their names.
   */
  static ColumnCopy of(DataType type) {
    if (type instanceof LongType) {
      return (from, i, out, o) -> out.putLong(o, from.getLong(i));
    } else if (type instanceof IntegerType) {
      return (from, i, out, o) -> out.putLong(o, from.getInt(i));
    } else if (type instanceof StringType) {
      return (from, i, out, o) -> {
        byte[] utf8 = from.getUTF8String(i).getBytes();
        out.putText(o, utf8, 0, utf8.length);
      };
    } else if (type instanceof BooleanType) {
      return (from, i, out, o) -> out.putBoolean(o, from.getBoolean(i));
    } else if (type instanceof DoubleType) {
      return (from, i, out, o) -> out.putDouble(o, from.getDouble(i));
    } else if (type instanceof FloatType) {
      return (from, i, out, o) -> out.putFloat(o, from.getFloat(i));
    } else if (type instanceof DecimalType d) {
      return (from, i, out, o) ->
          out.putDecimal(o, from.getDecimal(i, d.precision(), d.scale()).toJavaBigDecimal());
    } else if (type instanceof BinaryType) {
      return (from, i, out, o) -> {
        byte[] bytes = from.getBinary(i);
        out.putBinary(o, bytes, 0, bytes.length);
      };
    } else if (type instanceof DateType) {
      return (from, i, out, o) -> out.putDate(o, from.getInt(i));
    } else if (type instanceof TimestampType) {
      return (from, i, out, o) -> out.putTimestamp(o, from.getLong(i));
    } else if (type instanceof TimestampNTZType) {
      return (from, i, out, o) -> out.putLocalTimestamp(o, from.getLong(i));
    }
    return parts(type);
  }

  private static ColumnCopy parts(DataType type) {
    if (type instanceof StructType struct) {
      return new StructCopy(struct);
    } else if (type instanceof ArrayType array) {
      return new ArrayCopy(array);
    } else if (type instanceof MapType map) {
      return new MapCopy(map);
    }
    throw new IllegalArgumentException("Cannot copy values of the type " + type.catalogString());
  }
}
