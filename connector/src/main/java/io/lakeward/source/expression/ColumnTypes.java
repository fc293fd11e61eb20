package io.lakeward.source.expression;

import java.util.Arrays;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** The types that columns made of expressions have in a table: any of its parts may be null. */
final class ColumnTypes {

  private ColumnTypes() {}

  /**
   * The type of a column for values of this type, to which they can be cast without loss.
   *
   * @throws io.lakeward.error.LakewardException EXPRESSION_INVALID where a table has none
   */
  static DataType of(MappingExpression expression, DataType type) {
    if (type instanceof ByteType || type instanceof ShortType) {
      return DataTypes.IntegerType;
    } else if (type instanceof StructType struct && struct.size() > 0) {
      return new StructType(
          Arrays.stream(struct.fields())
              .map(
                  f ->
                      new StructField(
                          f.name(), of(expression, f.dataType()), true, Metadata.empty()))
              .toArray(StructField[]::new));
    } else if (type instanceof ArrayType array) {
      return new ArrayType(of(expression, array.elementType()), true);
    } else if (type instanceof MapType map) {
      return new MapType(of(expression, map.keyType()), of(expression, map.valueType()), true);
    } else if (isScalar(type)) {
      return type;
    }
    throw ExpressionCompiler.refused(
        expression, "a table has no type " + type.catalogString() + "; cast it");
  }

  private static boolean isScalar(DataType type) {
    return type instanceof IntegerType
        || type instanceof LongType
        || type instanceof BooleanType
        || type instanceof FloatType
        || type instanceof DoubleType
        || type instanceof DecimalType
        || type instanceof StringType
        || type instanceof BinaryType
        || type instanceof DateType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType;
  }
}
