package io.lakeward.row;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/**
 * Writes values of one column (or one array's elements) into Spark's unsafe rows. Each {@code put}
 * takes a value of one kind; the column's type decides whether it can hold that value exactly, and
 * {@link ValueRefused} says where it cannot. Nothing is rounded, wrapped or guessed.
 *
 * <p>Ordinals are those of the row or array that the writer was made for. Not thread safe.
 */
public abstract class ColumnWriter {

  /** What the values go into; its offsets change with each nested value. */
  protected final UnsafeWriter out;

  private final DataType type;

  /** A writer for columns of this type. */
  protected ColumnWriter(DataType type, UnsafeWriter out) {
    this.type = requireNonNull(type, "type");
    this.out = requireNonNull(out, "out");
  }

  /** The column's type. */
  public final DataType type() {
    return type;
  }

  /** A null. */
  public void putNull(int ordinal) {
    out.setNull8Bytes(ordinal);
  }

  /** A value as Spark keeps it internally, of exactly the column's type. */
  public abstract void putInternal(int ordinal, Object value);

  /** A boolean. */
  public void putBoolean(int ordinal, boolean value) {
    throw refused(value);
  }

  /** A whole number. */
  public void putLong(int ordinal, long value) {
    throw refused(value);
  }

  /** A number of single precision. */
  public void putFloat(int ordinal, float value) {
    throw refused(value);
  }

  /** A number of double precision. */
  public void putDouble(int ordinal, double value) {
    throw refused(value);
  }

  /** The decimal {@code unscaled × 10^-scale}. */
  public void putUnscaled(int ordinal, long unscaled, int scale) {
    putDecimal(ordinal, BigDecimal.valueOf(unscaled, scale));
  }

  /** A decimal. */
  public void putDecimal(int ordinal, BigDecimal value) {
    throw refused(value);
  }

  /** Text, as UTF-8. */
  public void putText(int ordinal, byte[] utf8, int offset, int length) {
    throw refused(new String(utf8, offset, length, UTF_8));
  }

  /** Bytes. */
  public void putBinary(int ordinal, byte[] bytes, int offset, int length) {
    throw refused(length + " bytes");
  }

  /** A date in days since 1970-01-01. */
  public void putDate(int ordinal, int days) {
    throw refused("date " + days);
  }

  /** An instant in microseconds since 1970-01-01T00:00Z. */
  public void putTimestamp(int ordinal, long micros) {
    throw refused("timestamp " + micros);
  }

  /** A date and time of no zone, in microseconds since 1970-01-01T00:00. */
  public void putLocalTimestamp(int ordinal, long micros) {
    throw refused("local timestamp " + micros);
  }

  /** The refusal of a value. */
  final ValueRefused refused(Object value) {
    return ValueRefused.of(value, type.simpleString());
  }
}
