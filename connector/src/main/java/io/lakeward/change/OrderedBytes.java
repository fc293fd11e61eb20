package io.lakeward.change;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes values so that unsigned comparison of the bytes is the comparison of the values. The
 * encodings are self-delimiting, so several values in a row compare like a struct, field by field.
 *
 * <ul>
 *   <li>whole numbers of every width, dates and timestamps: 8 bytes, sign bit flipped, so that an
 *       {@code int} and a {@code bigint} of one value are one encoding and a key may be widened
 *   <li>float and double: 8 bytes of the double, −0 as 0, NaN above all
 *   <li>decimals: 17 bytes of the unscaled number at its declared scale, sign bit flipped
 *   <li>text and binary: the bytes with 0x00 escaped as 0x00 0xFF, ended by 0x00 0x00
 *   <li>a null inside a struct: 0x00; any other value there is preceded by 0x01, so nulls are first
 * </ul>
 *
 * <p>The encoding is stored in tables. It must never change; a new one needs a new layout version
 * of the bookkeeping column. Not thread safe.
 */
public final class OrderedBytes {

  private static final int DECIMAL_BYTES = 17;

  private byte[] buffer = new byte[64];
  private int length;

  /** Forgets what was written. */
  public OrderedBytes reset() {
    length = 0;
    return this;
  }

  /** A null field of a struct. */
  public OrderedBytes putNull() {
    return putByte(0);
  }

  /** Announces a field of a struct that is not null. */
  public OrderedBytes putPresent() {
    return putByte(1);
  }

  /** A boolean: false before true. */
  public OrderedBytes putBoolean(boolean value) {
    return putByte(value ? 1 : 0);
  }

  /** A whole number, a date in days or a timestamp in micros. */
  public OrderedBytes putLong(long value) {
    ensure(Long.BYTES);
    long flipped = value ^ Long.MIN_VALUE;
    for (int shift = 56; shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (flipped >>> shift);
    }
    return this;
  }

  /** A number from 0 to 2^31 - 1 in 4 bytes. */
  public OrderedBytes putCount(int value) {
    if (value < 0) {
      throw new IllegalArgumentException("Cannot order a negative count: " + value);
    }
    ensure(Integer.BYTES);
    for (int shift = 24; shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  /** A float or a double. */
  public OrderedBytes putDouble(double value) {
    long bits = Double.doubleToLongBits(value == 0.0 ? 0.0 : value);
    return putLong(bits >= 0 ? bits : bits ^ Long.MAX_VALUE);
  }

  /** A decimal; all values that are compared must have one scale. */
  public OrderedBytes putDecimal(BigDecimal value) {
    BigInteger unscaled = value.unscaledValue();
    byte[] magnitude = unscaled.toByteArray();
    if (magnitude.length > DECIMAL_BYTES) {
      throw new IllegalArgumentException("Cannot order a decimal of over 38 digits: " + value);
    }
    ensure(DECIMAL_BYTES);
    byte fill = (byte) (unscaled.signum() < 0 ? 0xFF : 0);
    int start = length;
    int padding = DECIMAL_BYTES - magnitude.length;
    Arrays.fill(buffer, start, start + padding, fill);
    System.arraycopy(magnitude, 0, buffer, start + padding, magnitude.length);
    buffer[start] ^= (byte) 0x80;
    length += DECIMAL_BYTES;
    return this;
  }

  /** Text, ordered by its UTF-8 bytes. */
  public OrderedBytes putText(String value) {
    return putBinary(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Binary, or text that is UTF-8 already. */
  public OrderedBytes putBinary(byte[] value) {
    ensure(2 * value.length + 2);
    for (byte b : value) {
      buffer[length++] = b;
      if (b == 0) {
        buffer[length++] = (byte) 0xFF;
      }
    }
    buffer[length++] = 0;
    buffer[length++] = 0;
    return this;
  }

  /** Bytes that are an ordered encoding already. */
  public OrderedBytes putEncoded(byte[] encoded) {
    ensure(encoded.length);
    System.arraycopy(encoded, 0, buffer, length, encoded.length);
    length += encoded.length;
    return this;
  }

  /** A copy of what was written since the last reset. */
  public byte[] toBytes() {
    return Arrays.copyOf(buffer, length);
  }

  private OrderedBytes putByte(int value) {
    ensure(1);
    buffer[length++] = (byte) value;
    return this;
  }

  private void ensure(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
