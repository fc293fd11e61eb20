package io.lakeward.mapping.file;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans of time as people write them: {@code 10 seconds}, {@code 7 days}, {@code 500 ms}. */
final class Times {
  private Times() {}

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})\\s*([a-z]+?)s?");

  private static final Map<String, ChronoUnit> UNITS =
      Map.ofEntries(
          Map.entry("m", ChronoUnit.MILLIS), // "ms" without its s
          Map.entry("millisecond", ChronoUnit.MILLIS),
          Map.entry("second", ChronoUnit.SECONDS),
          Map.entry("minute", ChronoUnit.MINUTES),
          Map.entry("hour", ChronoUnit.HOURS),
          Map.entry("day", ChronoUnit.DAYS),
          Map.entry("week", ChronoUnit.WEEKS));

  /** The time that the text says; empty where it says none. */
  static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || text.endsWith("m")) {
      return Optional.empty();
    }
    long count = Long.parseLong(matcher.group(1));
    return Optional.ofNullable(UNITS.get(matcher.group(2)))
        .map(unit -> unit.getDuration().multipliedBy(count));
  }
}
