package io.lakeward.row;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/** Holds decimals and whole numbers that precision and scale hold exactly. */
final class DecimalWriter extends ColumnWriter {

  private static final int LONG_DIGITS = 18;
  private static final int LONGEST_TEXT = 256;

  private final int precision;
  private final int scale;
  private final long bound;

  DecimalWriter(DecimalType type, UnsafeWriter out) {
    super(type, out);
    this.precision = type.precision();
    this.scale = type.scale();
    this.bound = precision <= LONG_DIGITS ? powerOfTen(precision) : 0;
  }

  @Override
  public void putInternal(int ordinal, Object value) {
    out.write(ordinal, (Decimal) value, precision, scale);
  }

  @Override
  public void putLong(int ordinal, long value) {
    putUnscaled(ordinal, value, 0);
  }

  /** Up to 18 digits at the column's own scale are a long in the row as they are. */
  @Override
  public void putUnscaled(int ordinal, long unscaled, int valueScale) {
    if (valueScale == scale && bound > 0) {
      if (unscaled >= bound || unscaled <= -bound) {
        throw refused(BigDecimal.valueOf(unscaled, valueScale));
      }
      out.write(ordinal, unscaled);
    } else {
      putDecimal(ordinal, BigDecimal.valueOf(unscaled, valueScale));
    }
  }

  @Override
  public void putDecimal(int ordinal, BigDecimal value) {
    // Digits before the point first: setScale on 1E+1000000000 would fill the memory.
    if (value.signum() != 0 && (long) value.precision() - value.scale() > precision - scale) {
      throw refused(value);
    }
    BigDecimal exact;
    try {
      exact =
          value.signum() == 0
              ? BigDecimal.ZERO.setScale(scale)
              : value.setScale(scale, RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw refused(value);
    }
    if (bound > 0) {
      out.write(ordinal, exact.unscaledValue().longValueExact());
    } else {
      out.write(ordinal, Decimal.apply(exact, precision, scale), precision, scale);
    }
  }

  @Override
  public void putText(int ordinal, byte[] utf8, int offset, int length) {
    String text = new String(utf8, offset, Math.min(length, LONGEST_TEXT), US_ASCII);
    try {
      putDecimal(ordinal, new BigDecimal(text));
    } catch (NumberFormatException e) {
      throw refused(text);
    }
  }

  private static long powerOfTen(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }
}
