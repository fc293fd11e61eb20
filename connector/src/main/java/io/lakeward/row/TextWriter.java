package io.lakeward.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/** Holds text, and the exact text of every scalar but bytes. */
final class TextWriter extends ColumnWriter {

  /** PostgreSQL's numeric has up to 131072 digits before the point and 16383 after it. */
  private static final int LONGEST_NUMBER = 150_000;

  TextWriter(DataType type, UnsafeWriter out) {
    super(type, out);
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    out.write(ordinal, (UTF8String) value);
  }

  @Override
  public void putText(int ordinal, byte[] utf8, int offset, int length) {
    out.write(ordinal, utf8, offset, length);
  }

  @Override
  public void putBoolean(int ordinal, boolean value) {
    put(ordinal, Boolean.toString(value));
  }

  @Override
  public void putLong(int ordinal, long value) {
    put(ordinal, Long.toString(value));
  }

  @Override
  public void putFloat(int ordinal, float value) {
    put(ordinal, Float.toString(value));
  }

  @Override
  public void putDouble(int ordinal, double value) {
    put(ordinal, Double.toString(value));
  }

  @Override
  public void putDecimal(int ordinal, BigDecimal value) {
    if (Math.abs((long) value.scale()) > LONGEST_NUMBER) {
      throw refused("of scale " + value.scale());
    }
    put(ordinal, value.toPlainString());
  }

  @Override
  public void putDate(int ordinal, int days) {
    put(ordinal, LocalDate.ofEpochDay(days).toString());
  }

  @Override
  public void putTimestamp(int ordinal, long micros) {
    put(ordinal, DateTimeFormatter.ISO_INSTANT.format(DateTimeUtils.microsToInstant(micros)));
  }

  @Override
  public void putLocalTimestamp(int ordinal, long micros) {
    put(
        ordinal,
        DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(DateTimeUtils.microsToLocalDateTime(micros)));
  }

  private void put(int ordinal, String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    out.write(ordinal, utf8, 0, utf8.length);
  }
}
