package io.lakeward.source.json;

import io.lakeward.row.ColumnWriter;
import java.io.IOException;

/**
 * A time of day, or a duration in its place, as text {@code [-]HH:mm:ss[.f]} without trailing zeros
 * in the fraction. Over 24 hours the hours go on; negatives keep their sign (case T19).
 *
 * @param unit the unit of the number since midnight
 */
public record TimeOfDay(EpochUnit unit) implements ValueReader {

  private static final int LONGEST = 40;

  @Override
  public void read(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    long value = Numbers.longAt(json, "time of day");
    if (value == Long.MIN_VALUE) {
      throw json.refused("time of day");
    }
    byte[] text = json.scratch(LONGEST);
    int start = write(Math.abs(value), value < 0, text);
    out.putText(ordinal, text, start, LONGEST - start);
  }

  /** Writes from the right; where the text starts. */
  private int write(long value, boolean negative, byte[] text) {
    long perSecond =
        switch (unit) {
          case MILLIS -> 1_000L;
          case MICROS -> 1_000_000L;
          case NANOS -> 1_000_000_000L;
        };
    long seconds = value / perSecond;
    int at = writeFraction(value % perSecond, perSecond, text);
    at = writeTwo(seconds % 60, text, at);
    text[--at] = ':';
    at = writeTwo(seconds / 60 % 60, text, at);
    text[--at] = ':';
    long hours = seconds / 3600;
    at = writeTwo(hours % 100, text, at);
    for (long rest = hours / 100; rest > 0; rest /= 10) {
      text[--at] = (byte) ('0' + rest % 10);
    }
    if (negative) {
      text[--at] = '-';
    }
    return at;
  }

  private static int writeFraction(long fraction, long perSecond, byte[] text) {
    int at = LONGEST;
    if (fraction == 0) {
      return at;
    }
    long rest = fraction;
    long digits = perSecond;
    while (rest % 10 == 0) {
      rest /= 10;
      digits /= 10;
    }
    for (; digits > 1; digits /= 10, rest /= 10) {
      text[--at] = (byte) ('0' + rest % 10);
    }
    text[--at] = '.';
    return at;
  }

  private static int writeTwo(long value, byte[] text, int end) {
    text[end - 1] = (byte) ('0' + value % 10);
    text[end - 2] = (byte) ('0' + value / 10);
    return end - 2;
  }
}
