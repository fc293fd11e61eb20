package io.lakeward.row;

import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Which types hold every value of another exactly. {@link ColumnWriter} does the conversion. */
public final class LosslessTypes {

  private static final int INT_DIGITS = 10;
  private static final int LONG_DIGITS = 19;

  private LosslessTypes() {}

  /**
   * Whether a column of the first type holds every value of the second: equal types, wider numbers,
   * a date as midnight of no zone, and text for every scalar but bytes.
   */
  public static boolean holds(DataType wide, DataType narrow) {
    if (wide.equals(narrow)) {
      return true;
    } else if (wide instanceof LongType) {
      return narrow instanceof IntegerType;
    } else if (wide instanceof DoubleType) {
      return narrow instanceof FloatType || narrow instanceof IntegerType;
    } else if (wide instanceof DecimalType decimal) {
      return holdsNumber(decimal, narrow);
    } else if (wide instanceof StringType) {
      return isPlainScalar(narrow);
    } else if (wide instanceof TimestampNTZType) {
      return narrow instanceof DateType;
    } else if (wide instanceof ArrayType w && narrow instanceof ArrayType n) {
      return holds(w.elementType(), n.elementType());
    } else if (wide instanceof MapType w && narrow instanceof MapType n) {
      return holds(w.keyType(), n.keyType()) && holds(w.valueType(), n.valueType());
    } else if (wide instanceof StructType w && narrow instanceof StructType n) {
      return Arrays.stream(n.fields()).allMatch(field -> holdsField(w, field));
    }
    return false;
  }

  private static boolean holdsNumber(DecimalType wide, DataType narrow) {
    int digits = wide.precision() - wide.scale();
    if (narrow instanceof DecimalType decimal) {
      return wide.scale() >= decimal.scale() && digits >= decimal.precision() - decimal.scale();
    }
    return (narrow instanceof IntegerType && digits >= INT_DIGITS)
        || (narrow instanceof LongType && digits >= LONG_DIGITS);
  }

  /**
   * The least type that holds every value of both, where one may be made of the other without
   * touching what is stored: an int becomes a bigint, a float a double, a decimal gets more digits
   * before the point. Empty where there is none.
   */
  public static Optional<DataType> widened(DataType stored, DataType asked) {
    if (stored instanceof IntegerType && asked instanceof LongType
        || stored instanceof FloatType && asked instanceof DoubleType) {
      return Optional.of(asked);
    } else if (stored instanceof DecimalType decimal) {
      return digitsOf(asked, decimal.scale())
          .map(digits -> Math.max(digits, decimal.precision() - decimal.scale()) + decimal.scale())
          .filter(precision -> precision <= DecimalType.MAX_PRECISION())
          .map(precision -> DataTypes.createDecimalType(precision, decimal.scale()));
    }
    return Optional.empty();
  }

  /** How many digits before the point a number has; empty where it may have more after it. */
  private static Optional<Integer> digitsOf(DataType type, int scale) {
    if (type instanceof DecimalType decimal) {
      return decimal.scale() <= scale
          ? Optional.of(decimal.precision() - decimal.scale())
          : Optional.empty();
    } else if (type instanceof IntegerType) {
      return Optional.of(INT_DIGITS);
    }
    return type instanceof LongType ? Optional.of(LONG_DIGITS) : Optional.empty();
  }

  private static boolean isPlainScalar(DataType type) {
    return type instanceof StringType
        || type instanceof BooleanType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof FloatType
        || type instanceof DoubleType
        || type instanceof DecimalType
        || type instanceof DateType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType;
  }

  private static boolean holdsField(StructType wide, StructField field) {
    return Arrays.stream(wide.fields())
        .anyMatch(w -> w.name().equals(field.name()) && holds(w.dataType(), field.dataType()));
  }
}
