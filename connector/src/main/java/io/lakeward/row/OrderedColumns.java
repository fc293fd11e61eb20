package io.lakeward.row;

import io.lakeward.change.OrderedBytes;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Encodes chosen columns of a row so that comparing bytes is comparing the columns one after the
 * other. Used for keys and for sequences. Immutable; the buffer is the caller's.
 */
public final class OrderedColumns implements Serializable {

  /** Encodes one column that is not null. */
  @FunctionalInterface
  private interface Encoder extends Serializable {
    void encode(InternalRow row, int ordinal, OrderedBytes out);
  }

  private final int[] ordinals;
  private final Encoder[] encoders;

  private OrderedColumns(int[] ordinals, Encoder[] encoders) {
    this.ordinals = ordinals;
    this.encoders = encoders;
  }

  /**
   * The encoding of these columns.
   *
   * @param types the types of the columns at these ordinals, in the same order
   * @throws LakewardException NON_ORDERABLE_SEQUENCE where a type has no order
   */
  public static OrderedColumns of(int[] ordinals, DataType[] types) {
    Encoder[] encoders = new Encoder[types.length];
    for (int i = 0; i < types.length; i++) {
      encoders[i] = encoder(types[i]);
    }
    return new OrderedColumns(ordinals.clone(), encoders);
  }

  /** Whether one of the columns is null in the row. */
  public boolean anyNull(InternalRow row) {
    for (int ordinal : ordinals) {
      if (row.isNullAt(ordinal)) {
        return true;
      }
    }
    return false;
  }

  /** The encoded columns of a row in which none of them is null. */
  public byte[] encode(InternalRow row, OrderedBytes buffer) {
    buffer.reset();
    for (int i = 0; i < ordinals.length; i++) {
      encoders[i].encode(row, ordinals[i], buffer);
    }
    return buffer.toBytes();
  }

  private static Encoder encoder(DataType type) {
    if (type instanceof LongType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType) {
      return (row, i, out) -> out.putLong(row.getLong(i));
    } else if (type instanceof IntegerType || type instanceof DateType) {
      return (row, i, out) -> out.putLong(row.getInt(i));
    } else if (type instanceof ShortType) {
      return (row, i, out) -> out.putLong(row.getShort(i));
    } else if (type instanceof ByteType) {
      return (row, i, out) -> out.putLong(row.getByte(i));
    } else if (type instanceof BooleanType) {
      return (row, i, out) -> out.putBoolean(row.getBoolean(i));
    } else if (type instanceof DoubleType) {
      return (row, i, out) -> out.putDouble(row.getDouble(i));
    } else if (type instanceof FloatType) {
      return (row, i, out) -> out.putDouble(row.getFloat(i));
    } else if (type instanceof StringType) {
      return (row, i, out) -> out.putBinary(row.getUTF8String(i).getBytes());
    } else if (type instanceof BinaryType) {
      return (row, i, out) -> out.putBinary(row.getBinary(i));
    } else if (type instanceof DecimalType decimal) {
      int precision = decimal.precision();
      int scale = decimal.scale();
      return (row, i, out) ->
          out.putDecimal(row.getDecimal(i, precision, scale).toJavaBigDecimal().setScale(scale));
    } else if (type instanceof StructType struct) {
      return structEncoder(struct);
    }
    throw LakewardException.of(ErrorCode.NON_ORDERABLE_SEQUENCE)
        .fact("type", type.catalogString())
        .advice("order by numbers, text, dates, timestamps, binary, or structs of these")
        .build();
  }

  private static Encoder structEncoder(StructType struct) {
    int size = struct.fields().length;
    Encoder[] fields = new Encoder[size];
    for (int f = 0; f < size; f++) {
      fields[f] = encoder(struct.fields()[f].dataType());
    }
    return (row, i, out) -> {
      InternalRow value = row.getStruct(i, size);
      for (int f = 0; f < size; f++) {
        if (value.isNullAt(f)) {
          out.putNull();
        } else {
          out.putPresent();
          fields[f].encode(value, f, out);
        }
      }
    };
  }
}
