package io.lakeward.source.json;

import io.lakeward.row.ValueRefused;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * Reads ISO dates and timestamps from text: {@code yyyy-MM-dd[(T| )HH:mm[:ss[.fraction]][offset]]},
 * the year with a sign where it is before 0 or after 9999. Parts below a microsecond are refused.
 */
final class IsoText {

  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
  private static final int FRACTION_DIGITS = 6;
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
    if (at != end && (text[at++] != 'Z' || at != end)) {
      throw refused("timestamp of no zone");
    }
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
    long seconds = readTwo(23) * 3600L;
    expect(':');
    seconds += readTwo(59) * 60L;
    long fraction = 0;
    if (at < end && text[at] == ':') {
      at++;
      seconds += readTwo(59);
      fraction = readFraction();
    }
    microsOfDay = seconds * MICROS_PER_SECOND + fraction;
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

  private long readFraction() throws IOException {
    if (at >= end || text[at] != '.') {
      return 0;
    }
    at++;
    int start = at;
    long fraction = 0;
    for (; at < end && isDigit(text[at]); at++) {
      if (at - start < FRACTION_DIGITS) {
        fraction = fraction * 10 + (text[at] - '0');
      } else if (text[at] != '0') {
        throw refused("timestamp of microseconds");
      }
    }
    if (at == start) {
      throw refused("timestamp");
    }
    for (int digits = at - start; digits < FRACTION_DIGITS; digits++) {
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
