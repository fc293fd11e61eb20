package io.lakeward.source.json;

import io.lakeward.row.ColumnWriter;
import java.io.IOException;

/**
 * A time of day, or a duration in its place, as text {@code [-]HH:mm:ss[.f]} without trailing zeros
 * in the fraction, or as microseconds. Over 24 hours the hours go on; negatives keep their sign
 * (case T19).
 *
 * @param reading reads the value the cursor is at
 * @param unit the unit of the number that it reads
 */
public record TimeOfDay(Reading reading, EpochUnit unit) {

  private static final int LONGEST = 40;

  /** Reads a time of day as a number since midnight. */
  @FunctionalInterface
  public interface Reading {

    /**
     * The time that the cursor is at.
     *
     * @throws io.lakeward.row.ValueRefused where there is none
     */
    long at(JsonCursor json) throws IOException;
  }

  /** A time that is written as a number of this unit since midnight. */
  public static TimeOfDay since(EpochUnit unit) {
    return new TimeOfDay(json -> Numbers.longAt(json, "time of day"), unit);
  }

  /** A time that is written as ISO text, which may name UTC though it means no zone. */
  public static TimeOfDay iso() {
    return new TimeOfDay(json -> Times.iso(json).nanosOfDay(), EpochUnit.NANOS);
  }

  /** Puts the time as text. */
  public void putText(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    long value = reading.at(json);
    if (value == Long.MIN_VALUE) {
      throw json.refused("time of day");
    }
    byte[] text = json.scratch(LONGEST);
    int start = write(Math.abs(value), value < 0, text);
    out.putText(ordinal, text, start, LONGEST - start);
  }

  /** Puts the time as a number of microseconds. */
  public void putMicros(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    long value = reading.at(json);
    long micros;
    try {
      micros = unit.toMicros(value);
    } catch (ArithmeticException e) {
      throw json.refused("time of day in microseconds");
    }
    out.putLong(ordinal, micros);
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
