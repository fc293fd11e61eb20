package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import java.io.IOException;
import java.time.ZoneId;

/** How JSON writes dates, timestamps and times of day. */
public final class Times {

  private Times() {}

  /** A date as days since 1970-01-01. */
  public static void readEpochDays(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    long days = Numbers.longAt(json, "number of days");
    if ((int) days != days) {
      throw json.refused("date");
    }
    out.putDate(ordinal, (int) days);
  }

  /** A date as ISO text. */
  public static void readIsoDate(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    out.putDate(ordinal, iso(json).date());
  }

  /** A date as ISO text, which may name UTC though a date has no zone. */
  public static void readIsoDateAsUtc(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    out.putDate(ordinal, iso(json).dateOrUtc());
  }

  /** A timestamp of no zone as a number since 1970. */
  public static ValueReader localSinceEpoch(EpochUnit unit) {
    return (json, out, ordinal) -> out.putLocalTimestamp(ordinal, micros(json, unit));
  }

  /** An instant as a number since 1970. */
  public static ValueReader instantSinceEpoch(EpochUnit unit) {
    return (json, out, ordinal) -> out.putTimestamp(ordinal, micros(json, unit));
  }

  /** A timestamp of no zone as ISO text without an offset. */
  public static void readIsoLocal(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    out.putLocalTimestamp(ordinal, iso(json).localMicros());
  }

  /** A timestamp of no zone as ISO text, which may name UTC though it means none. */
  public static void readIsoLocalAsUtc(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    out.putLocalTimestamp(ordinal, iso(json).localOrUtcMicros());
  }

  /** An instant as ISO text; text without an offset is a time of this zone. */
  public static ValueReader isoInstant(ZoneId zone) {
    return (json, out, ordinal) -> out.putTimestamp(ordinal, iso(json).micros(zone));
  }

  /** Either of two ways, by whether the value is text. */
  public static ValueReader textOr(ValueReader text, ValueReader number) {
    return (json, out, ordinal) -> {
      if (json.token() == JsonToken.VALUE_STRING) {
        text.read(json, out, ordinal);
      } else {
        number.read(json, out, ordinal);
      }
    };
  }

  static IsoText iso(JsonCursor json) throws IOException {
    if (json.token() != JsonToken.VALUE_STRING) {
      throw json.refused("ISO text");
    }
    return new IsoText(json);
  }

  private static long micros(JsonCursor json, EpochUnit unit) throws IOException {
    long value = Numbers.longAt(json, "timestamp");
    try {
      return unit.toMicros(value);
    } catch (ArithmeticException e) {
      throw json.refused("timestamp of microseconds");
    }
  }
}
