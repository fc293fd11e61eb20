package io.lakeward.source.json;

import io.lakeward.row.ValueRefused;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * Reads ISO dates and timestamps from text: {@code yyyy-MM-dd[(T| )HH:mm[:ss[.fraction]][offset]]},
 * the year with a sign where it is before 0 or after 9999; and times of day. Parts below a
 * microsecond are refused in timestamps.
 */
final class IsoText {

  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int MICRO_DIGITS = 6;
  private static final int NANO_DIGITS = 9;
  private static final int LONGEST_YEAR = 6;

  private final JsonCursor json;
  private final byte[] text;
  private final int end;
  private int at;
  private long days;
  private long microsOfDay;

  IsoText(JsonCursor json) {
    this.json = json;
    this.text = json.text();
    this.at = json.textOffset();
    this.end = at + json.textLength();
  }

  /** A date and nothing else, in days since 1970. */
  int date() throws IOException {
    readDate();
    if (at != end || (int) days != days) {
      throw refused("date");
    }
    return (int) days;
  }

  /** A date, or one with a Z that means no zone, in days since 1970. */
  int dateOrUtc() throws IOException {
    readDate();
    requireEndOrUtc("date");
    if ((int) days != days) {
      throw refused("date");
    }
    return (int) days;
  }

  /** A time of day without an offset, or with a Z that means none, in nanoseconds. */
  long nanosOfDay() throws IOException {
    long seconds = readMinutes();
    long fraction = 0;
    if (at < end && text[at] == ':') {
      at++;
      seconds += readTwo(59);
      fraction = readFraction(NANO_DIGITS);
    }
    requireEndOrUtc("time of day");
    return seconds * NANOS_PER_SECOND + fraction;
  }

  /** A date and time without an offset, in microseconds. */
  long localMicros() throws IOException {
    readDateTime();
    if (at != end) {
      throw refused("timestamp of no zone");
    }
    return sum(0);
  }

  /** A date and time without an offset, or with a Z that means none, in microseconds. */
  long localOrUtcMicros() throws IOException {
    readDateTime();
    requireEndOrUtc("timestamp of no zone");
    return sum(0);
  }

  /** A date and time with an offset, or of this zone, in microseconds since 1970 in UTC. */
  long micros(ZoneId zone) throws IOException {
    readDateTime();
    if (at == end) {
      return sum(offsetIn(zone));
    }
    int offset = readOffset();
    if (at != end) {
      throw refused("timestamp");
    }
    return sum(offset);
  }

  private long sum(int offsetSeconds) throws IOException {
    try {
      long micros = Math.addExact(Math.multiplyExact(days, MICROS_PER_DAY), microsOfDay);
      return Math.subtractExact(micros, offsetSeconds * MICROS_PER_SECOND);
    } catch (ArithmeticException e) {
      throw refused("timestamp");
    }
  }

  private int offsetIn(ZoneId zone) {
    LocalDateTime local =
        LocalDate.ofEpochDay(days).atStartOfDay().plusSeconds(microsOfDay / MICROS_PER_SECOND);
    return zone.getRules().getOffset(local).getTotalSeconds();
  }

  private void readDateTime() throws IOException {
    readDate();
    if (at == end) {
      microsOfDay = 0;
      return;
    }
    if (text[at] != 'T' && text[at] != ' ') {
      throw refused("timestamp");
    }
    at++;
    long seconds = readMinutes();
    long fraction = 0;
    if (at < end && text[at] == ':') {
      at++;
      seconds += readTwo(59);
      fraction = readFraction(MICRO_DIGITS);
    }
    microsOfDay = seconds * MICROS_PER_SECOND + fraction;
  }

  private void requireEndOrUtc(String kind) throws IOException {
    if (at != end && (text[at++] != 'Z' || at != end)) {
      throw refused(kind);
    }
  }

  /** {@code HH:mm}, in seconds. */
  private long readMinutes() throws IOException {
    long hours = readTwo(23);
    expect(':');
    return hours * 3600L + readTwo(59) * 60L;
  }

  private void readDate() throws IOException {
    int sign = 1;
    if (at < end && (text[at] == '-' || text[at] == '+')) {
      sign = text[at] == '-' ? -1 : 1;
      at++;
    }
    int start = at;
    int year = 0;
    while (at < end && isDigit(text[at]) && at - start < LONGEST_YEAR) {
      year = year * 10 + (text[at++] - '0');
    }
    if (at - start < 4) {
      throw refused("date");
    }
    expect('-');
    int month = readTwo(12);
    expect('-');
    int day = readTwo(31);
    try {
      days = LocalDate.of(sign * year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      throw refused("date");
    }
  }

  private long readFraction(int mostDigits) throws IOException {
    if (at >= end || text[at] != '.') {
      return 0;
    }
    at++;
    int start = at;
    long fraction = 0;
    for (; at < end && isDigit(text[at]); at++) {
      if (at - start < mostDigits) {
        fraction = fraction * 10 + (text[at] - '0');
      } else if (text[at] != '0') {
        throw refused(
            mostDigits == MICRO_DIGITS ? "timestamp of microseconds" : "time of nanoseconds");
      }
    }
    if (at == start) {
      throw refused("timestamp");
    }
    for (int digits = at - start; digits < mostDigits; digits++) {
      fraction *= 10;
    }
    return fraction;
  }

  /** {@code Z}, {@code ±HH}, {@code ±HHmm}, {@code ±HH:mm} or {@code ±HH:mm:ss}, in seconds. */
  private int readOffset() throws IOException {
    byte first = text[at++];
    if (first == 'Z') {
      return 0;
    } else if (first != '+' && first != '-') {
      throw refused("timestamp");
    }
    int seconds = readTwo(18) * 3600;
    if (at < end) {
      skipColon();
      seconds += readTwo(59) * 60;
    }
    if (at < end) {
      skipColon();
      seconds += readTwo(59);
    }
    return first == '-' ? -seconds : seconds;
  }

  private void skipColon() {
    if (text[at] == ':') {
      at++;
    }
  }

  private int readTwo(int most) throws IOException {
    if (end - at < 2 || !isDigit(text[at]) || !isDigit(text[at + 1])) {
      throw refused("date or timestamp");
    }
    int value = (text[at] - '0') * 10 + (text[at + 1] - '0');
    at += 2;
    if (value > most) {
      throw refused("date or timestamp");
    }
    return value;
  }

  private void expect(char wanted) throws IOException {
    if (at >= end || text[at] != wanted) {
      throw refused("date or timestamp");
    }
    at++;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private ValueRefused refused(String kind) throws IOException {
    return json.refused(kind);
  }
}
