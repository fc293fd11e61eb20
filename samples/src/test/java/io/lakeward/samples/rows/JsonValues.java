package io.lakeward.samples.rows;

import static io.lakeward.samples.rows.ColumnForm.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;

/** What values that a database has as text are in JSON. */
public final class JsonValues {

  private JsonValues() {}

  /** Text. */
  public static JsonNode text(String text) {
    return JSON.textNode(text);
  }

  /** A number with all its digits, also zeros at the end. */
  public static JsonNode number(String text) {
    return JSON.numberNode(new BigDecimal(text));
  }

  /** A number as text, without what zeros say nothing of its value. */
  public static JsonNode shortNumber(String text) {
    BigDecimal number = new BigDecimal(text).stripTrailingZeros();
    return text(number.toPlainString());
  }

  /** A floating number, or text where JSON has no number for it. */
  public static JsonNode floating(Number value) {
    if (!Double.isFinite(value.doubleValue())) {
      return text(value.toString());
    }
    return value instanceof Float single
        ? JSON.numberNode(single.floatValue())
        : JSON.numberNode(value.doubleValue());
  }

  /** Date and time with a blank between, of no zone. */
  public static JsonNode dateTime(String text) {
    return text(
        DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(LocalDateTime.parse(text.replace(' ', 'T'))));
  }

  /** An instant in UTC. */
  public static JsonNode instant(OffsetDateTime time) {
    return text(DateTimeFormatter.ISO_INSTANT.format(time));
  }

  /** A time or a duration, without zeros at the end of its fraction. */
  public static JsonNode time(String text) {
    return text(text.contains(".") ? text.replaceAll("\\.?0+$", "") : text);
  }

  /** Bits, the first of which is the highest, as bytes, the first of which is the lowest. */
  public static JsonNode bits(String bits) {
    byte[] bytes = new byte[(bits.length() + 7) / 8];
    BigInteger value = new BigInteger("0" + bits, 2);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = value.shiftRight(8 * i).byteValue();
    }
    return JSON.binaryNode(bytes);
  }
}
