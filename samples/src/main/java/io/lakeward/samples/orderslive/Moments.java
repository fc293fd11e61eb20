package io.lakeward.samples.orderslive;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Times in the texts of events, with microseconds and offset. */
final class Moments {

  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSXXX", Locale.ROOT);

  private Moments() {}

  static Duration micros(long count) {
    return Duration.of(count, ChronoUnit.MICROS);
  }

  /** A time as a clock of this offset shows it. */
  static String text(Instant time, ZoneOffset offset) {
    return TEXT.format(time.atOffset(offset));
  }

  static Instant parse(String text) {
    return OffsetDateTime.parse(text, TEXT).toInstant();
  }
}
