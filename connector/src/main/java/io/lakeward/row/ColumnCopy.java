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

/** Copies a column of a row into a column that may be of another type, where that loses nothing. */
@FunctionalInterface
public interface ColumnCopy {

  /**
   * Copies a value that is not null.
   *
   * @throws ValueRefused where the other column cannot hold it
   */
  void copy(SpecializedGetters from, int ordinal, ColumnWriter out, int outOrdinal);

  /**
   * The copy out of columns of one type into columns of another. Fields of structs go to the fields
   * of their names.
   */
  static ColumnCopy of(DataType type, DataType to) {
    if (type instanceof StructType struct && to instanceof StructType target) {
      return isSame(type, to) ? whole(type) : new StructCopy(struct, target);
    } else if (type instanceof ArrayType array && to instanceof ArrayType target) {
      return isSame(type, to) ? whole(type) : ElementsCopy.ofArrays(array, target);
    } else if (type instanceof MapType map && to instanceof MapType target) {
      return isSame(type, to) ? whole(type) : ElementsCopy.ofMaps(map, target);
    }
    return ofScalars(type);
  }

  /** The same copy, which says more of a value that it refuses. */
  default ColumnCopy because(String note) {
    return (from, i, out, o) -> {
      try {
        copy(from, i, out, o);
      } catch (ValueRefused e) {
        throw e.because(note);
      }
    };
  }

  private static boolean isSame(DataType type, DataType to) {
    return type.asNullable().equals(to.asNullable());
  }

  private static ColumnCopy whole(DataType type) {
    return (from, i, out, o) -> out.putInternal(o, from.get(i, type));
  }

  private static ColumnCopy ofScalars(DataType type) {
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
    return (from, i, out, o) -> {
      throw out.refused(type.simpleString());
    };
  }
}
