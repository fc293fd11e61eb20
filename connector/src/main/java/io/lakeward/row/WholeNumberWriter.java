package io.lakeward.row;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigDecimal;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.DataType;

/** What int and bigint share: decimals and text that are exactly a whole number. */
abstract class WholeNumberWriter extends ColumnWriter {

  private static final int LONGEST = 20;

  WholeNumberWriter(DataType type, UnsafeWriter out) {
    super(type, out);
  }

  @Override
  public void putUnscaled(int ordinal, long unscaled, int scale) {
    if (scale == 0) {
      putLong(ordinal, unscaled);
    } else {
      super.putUnscaled(ordinal, unscaled, scale);
    }
  }

  @Override
  public void putDecimal(int ordinal, BigDecimal value) {
    long exact;
    try {
      exact = value.longValueExact();
    } catch (ArithmeticException e) {
      throw refused(value);
    }
    putLong(ordinal, exact);
  }

  /** Text that was once a number's: only its canonical form, so that nothing is lost. */
  @Override
  public void putText(int ordinal, byte[] utf8, int offset, int length) {
    String text = new String(utf8, offset, Math.min(length, LONGEST + 1), US_ASCII);
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw refused(text);
    }
    if (!Long.toString(value).equals(text)) {
      throw refused(text);
    }
    putLong(ordinal, value);
  }
}
