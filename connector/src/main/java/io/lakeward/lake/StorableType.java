package io.lakeward.lake;

import java.util.Optional;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.spark.sql.types.DataType;

/** What a column of a type is in a table. */
public final class StorableType {
  private StorableType() {}

  /**
   * The type that a table has for values of a type, which holds them all: Iceberg has fewer types
   * than Spark, so that a short is kept as an int. Empty where it has none.
   */
  public static Optional<DataType> of(DataType type) {
    try {
      return Optional.of(SparkSchemaUtil.convert(SparkSchemaUtil.convert(type.asNullable())));
    } catch (UnsupportedOperationException e) {
      return Optional.empty();
    }
  }
}
