package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.ValueReader;
import java.io.IOException;
import java.time.LocalDate;

/**
 * Recognises PostgreSQL's infinite dates and timestamps as Debezium writes them: {@code infinity}
 * in text, two fixed numbers of microseconds in timestamps, and in dates some days that no calendar
 * of a source has.
 */
final class Infinities {

  private static final long MICROS_LATEST = 9_223_372_036_825_200_000L;
  private static final long MICROS_EARLIEST = -9_223_372_036_832_400_000L;
  private static final long MICROS_PER_MILLI = 1_000L;

  /**
   * An infinite date of a snapshot comes by way of the driver's milliseconds, in the zone of its
   * JVM; the days overflow. One more is that of a zone east of UTC.
   */
  private static final int SNAPSHOT_LATEST = -622_191_234;

  private static final int SNAPSHOT_EARLIEST = -625_821_272;

  /** That of a change comes by way of PostgreSQL's days since 2000-01-01; these overflow too. */
  private static final int DAYS_UNTIL_2000 = (int) LocalDate.of(2000, 1, 1).toEpochDay();

  private static final int CHANGE_LATEST = Integer.MAX_VALUE + DAYS_UNTIL_2000;
  private static final int CHANGE_EARLIEST = Integer.MIN_VALUE + DAYS_UNTIL_2000;

  private static final int FIRST_DAY = (int) LocalDate.of(1, 1, 1).toEpochDay();
  private static final int LAST_DAY = (int) LocalDate.of(9999, 12, 31).toEpochDay();
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long FIRST_MICRO = FIRST_DAY * MICROS_PER_DAY;
  private static final long LAST_MICRO = (LAST_DAY + 1) * MICROS_PER_DAY - 1;

  /** Says which number is infinite. */
  @FunctionalInterface
  private interface Ends {
    /** 1 for infinity, -1 for minus infinity, 0 for what is finite. */
    int signOf(long value);
  }

  /** Puts the first or last value of a type. */
  @FunctionalInterface
  private interface Clamp {
    void put(ColumnWriter out, int ordinal, boolean last);
  }

  private final InfinityPolicy policy;
  private long replaced;

  Infinities(InfinityPolicy policy) {
    this.policy = policy;
  }

  /** How many infinite values became something else so far. */
  long replaced() {
    return replaced;
  }

  /** Dates, otherwise read this way. */
  ValueReader inDates(ValueReader finite) {
    return reader(
        finite,
        Infinities::signOfDay,
        (out, ordinal, last) -> out.putDate(ordinal, last ? LAST_DAY : FIRST_DAY));
  }

  /** Timestamps of no zone in microseconds or text, otherwise read this way. */
  ValueReader inLocalTimestamps(ValueReader finite) {
    return reader(finite, Infinities::signOfMicros, Infinities::clampLocal);
  }

  /** Timestamps of no zone in milliseconds, otherwise read this way. */
  ValueReader inLocalMillis(ValueReader finite) {
    return reader(finite, Infinities::signOfMillis, Infinities::clampLocal);
  }

  /** Instants, otherwise read this way. */
  ValueReader inInstants(ValueReader finite) {
    return reader(
        finite,
        Infinities::signOfMicros,
        (out, ordinal, last) -> out.putTimestamp(ordinal, last ? LAST_MICRO : FIRST_MICRO));
  }

  private static void clampLocal(ColumnWriter out, int ordinal, boolean last) {
    out.putLocalTimestamp(ordinal, last ? LAST_MICRO : FIRST_MICRO);
  }

  private ValueReader reader(ValueReader finite, Ends ends, Clamp clamp) {
    return (json, out, ordinal) -> {
      int sign = signOf(json, ends);
      if (sign == 0) {
        finite.read(json, out, ordinal);
      } else if (policy == InfinityPolicy.NULL) {
        replaced++;
        out.putNull(ordinal);
      } else if (policy == InfinityPolicy.CLAMP) {
        replaced++;
        clamp.put(out, ordinal, sign > 0);
      } else {
        throw json.refused("finite value; the mapping's `infinity` may be null or clamp");
      }
    };
  }

  private static int signOfMicros(long micros) {
    return micros == MICROS_LATEST ? 1 : micros == MICROS_EARLIEST ? -1 : 0;
  }

  private static int signOfMillis(long millis) {
    return millis == MICROS_LATEST / MICROS_PER_MILLI
        ? 1
        : millis == MICROS_EARLIEST / MICROS_PER_MILLI ? -1 : 0;
  }

  private static int signOfDay(long day) {
    if (day > SNAPSHOT_LATEST + 1 && day < Integer.MAX_VALUE) {
      return 0;
    }
    if (day == Integer.MAX_VALUE
        || day == SNAPSHOT_LATEST
        || day == SNAPSHOT_LATEST + 1
        || day == CHANGE_LATEST) {
      return 1;
    }
    return day == Integer.MIN_VALUE
            || day == SNAPSHOT_EARLIEST
            || day == SNAPSHOT_EARLIEST + 1
            || day == CHANGE_EARLIEST
        ? -1
        : 0;
  }

  private static int signOf(JsonCursor json, Ends ends) throws IOException {
    if (json.token() == JsonToken.VALUE_STRING) {
      return switch (json.textLength()) {
        case 8 -> json.textString().equals("infinity") ? 1 : 0;
        case 9 -> json.textString().equals("-infinity") ? -1 : 0;
        default -> 0;
      };
    }
    return json.isLong() ? ends.signOf(json.longValue()) : 0;
  }
}
