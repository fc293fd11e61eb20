package io.lakeward.source.debezium;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Reads back what {@link SourcePosition#write} writes, so that a position is described once. Its
 * texts are places in a log, which have no zero bytes.
 */
final class EncodedPosition {

  private EncodedPosition() {}

  /** The position as a struct of its type. */
  static InternalRow row(byte[] encoded, StructType type) {
    ByteBuffer bytes = ByteBuffer.wrap(encoded);
    Object[] values = new Object[type.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = bytes.get() == 0 ? null : value(bytes, type.fields()[i].dataType());
    }
    return new GenericInternalRow(values);
  }

  private static Object value(ByteBuffer bytes, DataType type) {
    if (type instanceof LongType) {
      return bytes.getLong() ^ Long.MIN_VALUE;
    } else if (type instanceof IntegerType) {
      return (int) (bytes.getLong() ^ Long.MIN_VALUE);
    } else if (type instanceof StringType) {
      return text(bytes);
    }
    throw new IllegalStateException("Cannot read a position that has " + type);
  }

  private static UTF8String text(ByteBuffer bytes) {
    int start = bytes.position();
    while (bytes.get() != 0) {
      continue;
    }
    int end = bytes.position() - 1;
    bytes.get();
    return UTF8String.fromBytes(Arrays.copyOfRange(bytes.array(), start, end));
  }
}
