package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.ValueReader;
import java.io.IOException;
import java.time.LocalDate;

/**
 * Recognises PostgreSQL's infinite dates and timestamps as Debezium writes them: {@code infinity}
 * in text, the outermost days in dates, and two fixed numbers of microseconds in timestamps.
 */
final class Infinities {

  private static final long MICROS_LATEST = 9_223_372_036_825_200_000L;
  private static final long MICROS_EARLIEST = -9_223_372_036_832_400_000L;
  private static final long MICROS_PER_MILLI = 1_000L;

  private static final int FIRST_DAY = (int) LocalDate.of(1, 1, 1).toEpochDay();
  private static final int LAST_DAY = (int) LocalDate.of(9999, 12, 31).toEpochDay();
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long FIRST_MICRO = FIRST_DAY * MICROS_PER_DAY;
  private static final long LAST_MICRO = (LAST_DAY + 1) * MICROS_PER_DAY - 1;

  /** Puts the first or last value of a type. */
  @FunctionalInterface
  private interface Clamp {
    void put(ColumnWriter out, int ordinal, boolean last);
  }

  private final InfinityPolicy policy;

  Infinities(InfinityPolicy policy) {
    this.policy = policy;
  }

  /** Dates, otherwise read this way. */
  ValueReader inDates(ValueReader finite) {
    return reader(
        finite,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE,
        (out, ordinal, last) -> out.putDate(ordinal, last ? LAST_DAY : FIRST_DAY));
  }

  /** Timestamps of no zone in microseconds or text, otherwise read this way. */
  ValueReader inLocalTimestamps(ValueReader finite) {
    return reader(finite, MICROS_EARLIEST, MICROS_LATEST, Infinities::clampLocal);
  }

  /** Timestamps of no zone in milliseconds, otherwise read this way. */
  ValueReader inLocalMillis(ValueReader finite) {
    return reader(
        finite,
        MICROS_EARLIEST / MICROS_PER_MILLI,
        MICROS_LATEST / MICROS_PER_MILLI,
        Infinities::clampLocal);
  }

  /** Instants, otherwise read this way. */
  ValueReader inInstants(ValueReader finite) {
    return reader(
        finite,
        MICROS_EARLIEST,
        MICROS_LATEST,
        (out, ordinal, last) -> out.putTimestamp(ordinal, last ? LAST_MICRO : FIRST_MICRO));
  }

  private static void clampLocal(ColumnWriter out, int ordinal, boolean last) {
    out.putLocalTimestamp(ordinal, last ? LAST_MICRO : FIRST_MICRO);
  }

  private ValueReader reader(ValueReader finite, long earliest, long latest, Clamp clamp) {
    return (json, out, ordinal) -> {
      int sign = signOf(json, earliest, latest);
      if (sign == 0) {
        finite.read(json, out, ordinal);
      } else if (policy == InfinityPolicy.NULL) {
        out.putNull(ordinal);
      } else if (policy == InfinityPolicy.CLAMP) {
        clamp.put(out, ordinal, sign > 0);
      } else {
        throw json.refused("finite value; the mapping's `infinity` may be null or clamp");
      }
    };
  }

  private static int signOf(JsonCursor json, long earliest, long latest) throws IOException {
    if (json.token() == JsonToken.VALUE_STRING) {
      return switch (json.textLength()) {
        case 8 -> json.textString().equals("infinity") ? 1 : 0;
        case 9 -> json.textString().equals("-infinity") ? -1 : 0;
        default -> 0;
      };
    }
    long value = json.isLong() ? json.longValue() : 0;
    return value == latest ? 1 : value == earliest ? -1 : 0;
  }
}
