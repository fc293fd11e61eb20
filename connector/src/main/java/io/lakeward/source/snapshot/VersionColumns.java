package io.lakeward.source.snapshot;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Versions in queries. */
final class VersionColumns {

  private VersionColumns() {}

  /** A version as a constant of its type. */
  static Column literal(Version version) {
    return literal(version.value(), version.type());
  }

  private static Column literal(Object value, DataType type) {
    if (type instanceof StructType struct) {
      return struct((InternalRow) value, struct);
    } else if (type instanceof DateType) {
      return functions.lit(DateTimeUtils.daysToLocalDate((int) value));
    } else if (type instanceof TimestampType) {
      return functions.lit(DateTimeUtils.microsToInstant((long) value));
    } else if (type instanceof TimestampNTZType) {
      return functions.lit(DateTimeUtils.microsToLocalDateTime((long) value));
    } else if (type instanceof StringType) {
      return functions.lit(value.toString());
    } else if (value instanceof Decimal decimal) {
      return functions.lit(decimal.toJavaBigDecimal()).cast(type);
    }
    return functions.lit(value);
  }

  private static Column struct(InternalRow row, StructType struct) {
    Column[] fields = new Column[struct.size()];
    for (int i = 0; i < fields.length; i++) {
      StructField field = struct.fields()[i];
      Column value =
          row.isNullAt(i)
              ? functions.lit(null).cast(field.dataType())
              : literal(row.get(i, field.dataType()), field.dataType());
      fields[i] = value.as(field.name());
    }
    return functions.struct(fields);
  }
}
