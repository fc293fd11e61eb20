package io.lakeward.source.capture;

import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns of Spark's Kafka source with headers, which a capture stands in for. */
final class CaptureSchema {

  static final StructType HEADER =
      new StructType().add("key", DataTypes.StringType).add("value", DataTypes.BinaryType);

  static final StructType WITH_HEADERS =
      new StructType()
          .add("key", DataTypes.BinaryType)
          .add("value", DataTypes.BinaryType)
          .add("topic", DataTypes.StringType)
          .add("partition", DataTypes.IntegerType)
          .add("offset", DataTypes.LongType)
          .add("timestamp", DataTypes.TimestampType)
          .add("timestampType", DataTypes.IntegerType)
          .add("headers", DataTypes.createArrayType(HEADER));

  private CaptureSchema() {}
}
