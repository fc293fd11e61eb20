package io.lakeward.row;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
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
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Chooses the writer for a type. */
final class ColumnWriters {

  private ColumnWriters() {}

  static ColumnWriter of(DataType type, UnsafeWriter out) {
    if (type instanceof LongType) {
      return new LongWriter(type, out);
    } else if (type instanceof IntegerType) {
      return new IntWriter(type, out);
    } else if (type instanceof StringType) {
      return new TextWriter(type, out);
    } else if (type instanceof BooleanType) {
      return new BooleanWriter(type, out);
    } else if (type instanceof DoubleType) {
      return new DoubleWriter(type, out);
    } else if (type instanceof FloatType) {
      return new FloatWriter(type, out);
    } else if (type instanceof DecimalType decimal) {
      return new DecimalWriter(decimal, out);
    } else if (type instanceof BinaryType) {
      return new BinaryWriter(type, out);
    } else if (type instanceof DateType) {
      return new DateWriter(type, out);
    } else if (type instanceof TimestampType) {
      return new TimestampWriter(type, out);
    } else if (type instanceof TimestampNTZType) {
      return new LocalTimestampWriter(type, out);
    } else if (type instanceof StructType struct) {
      return new StructWriter(struct, out);
    } else if (type instanceof ArrayType array) {
      return new ArrayWriter(array, out);
    } else if (type instanceof MapType map) {
      return new MapWriter(map, out);
    }
    throw LakewardException.of(ErrorCode.COLUMN_TYPE_DRIFT)
        .fact("type", type.catalogString())
        .advice("give the column another type; Lakeward does not write this one")
        .build();
  }

  static ColumnWriter[] of(StructType struct, UnsafeWriter out) {
    StructField[] fields = struct.fields();
    ColumnWriter[] writers = new ColumnWriter[fields.length];
    for (int i = 0; i < fields.length; i++) {
      writers[i] = of(fields[i].dataType(), out);
    }
    return writers;
  }
}
