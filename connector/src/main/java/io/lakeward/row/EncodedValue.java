package io.lakeward.row;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads a value that {@link OrderedColumns} encoded. */
public final class EncodedValue {

  private static final int DECIMAL_BYTES = 17;

  private EncodedValue() {}

  /**
   * The value, in Spark's internal form.
   *
   * @param encoded the bytes of one value, which is not null
   * @param type the type it was encoded as
   * @throws IllegalArgumentException where the bytes are no such value
   */
  public static Object of(byte[] encoded, DataType type) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    try {
      Object value = read(in, type);
      if (!in.hasRemaining()) {
        return value;
      }
    } catch (BufferUnderflowException e) {
      throw unreadable(type, e);
    }
    throw unreadable(type, null);
  }

  /**
   * The value that bytes begin with, in Spark's internal form.
   *
   * @throws IllegalArgumentException where they begin with no such value
   */
  public static Object leading(byte[] encoded, DataType type) {
    try {
      return read(ByteBuffer.wrap(encoded), type);
    } catch (BufferUnderflowException e) {
      throw unreadable(type, e);
    }
  }

  private static IllegalArgumentException unreadable(DataType type, Exception cause) {
    return new IllegalArgumentException(
        "Cannot read an encoded value as " + type.catalogString(), cause);
  }

  private static Object read(ByteBuffer in, DataType type) {
    if (type instanceof StructType struct) {
      return readStruct(in, struct);
    } else if (type instanceof StringType) {
      return UTF8String.fromBytes(readBinary(in));
    } else if (type instanceof BinaryType) {
      return readBinary(in);
    } else if (type instanceof BooleanType) {
      return in.get() != 0;
    } else if (type instanceof DecimalType decimal) {
      return readDecimal(in, decimal);
    } else if (type instanceof DoubleType) {
      return readDouble(in);
    } else if (type instanceof FloatType) {
      return (float) readDouble(in);
    }
    long number = in.getLong() ^ Long.MIN_VALUE;
    if (type instanceof IntegerType || type instanceof DateType) {
      return (int) number;
    } else if (type instanceof ShortType) {
      return (short) number;
    }
    return type instanceof ByteType ? (Object) (byte) number : (Object) number;
  }

  private static Object readStruct(ByteBuffer in, StructType struct) {
    Object[] fields = new Object[struct.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = in.get() == 0 ? null : read(in, struct.fields()[i].dataType());
    }
    return new GenericInternalRow(fields);
  }

  private static double readDouble(ByteBuffer in) {
    long bits = in.getLong() ^ Long.MIN_VALUE;
    return Double.longBitsToDouble(bits >= 0 ? bits : bits ^ Long.MAX_VALUE);
  }

  private static Decimal readDecimal(ByteBuffer in, DecimalType type) {
    byte[] unscaled = new byte[DECIMAL_BYTES];
    in.get(unscaled);
    unscaled[0] ^= (byte) 0x80;
    return Decimal.apply(
        new BigDecimal(new BigInteger(unscaled), type.scale()), type.precision(), type.scale());
  }

  /** A zero byte is followed by 0xFF, or ends the value. */
  private static byte[] readBinary(ByteBuffer in) {
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    while (true) {
      byte next = in.get();
      if (next == 0 && in.get() == 0) {
        return value.toByteArray();
      }
      value.write(next);
    }
  }
}
