package io.lakeward.source.avro;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Dates and times as ISO text, by the unit in which they are counted. */
enum Instants {
  MILLIS(1_000L),
  MICROS(1_000_000L),
  NANOS(1_000_000_000L);

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final long perSecond;

  Instants(long perSecond) {
    this.perSecond = perSecond;
  }

  /** Days since 1970. */
  static void writeDate(AvroBytes in, JsonGenerator out) throws AvroRefused, IOException {
    out.writeString(LocalDate.ofEpochDay(in.readInt()).toString());
  }

  /** An instant, in UTC. */
  void writeInstant(AvroBytes in, JsonGenerator out) throws AvroRefused, IOException {
    out.writeString(text(in.readLong()) + "Z");
  }

  /** A timestamp of no zone. */
  void writeLocal(AvroBytes in, JsonGenerator out) throws AvroRefused, IOException {
    out.writeString(text(in.readLong()));
  }

  /** A time of the day. */
  void writeTime(AvroBytes in, JsonGenerator out) throws AvroRefused, IOException {
    long units = in.readLong();
    try {
      LocalTime time =
          LocalTime.ofNanoOfDay(Math.multiplyExact(units, NANOS_PER_SECOND / perSecond));
      out.writeString(time.format(DateTimeFormatter.ISO_LOCAL_TIME));
    } catch (DateTimeException | ArithmeticException e) {
      throw AvroRefused.malformed("a time of the day is " + units);
    }
  }

  private String text(long units) {
    long nanos = Math.floorMod(units, perSecond) * (NANOS_PER_SECOND / perSecond);
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
        LocalDateTime.ofEpochSecond(Math.floorDiv(units, perSecond), (int) nanos, ZoneOffset.UTC));
  }
}
