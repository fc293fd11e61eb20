package io.lakeward.mapping;

import java.time.Duration;
import java.util.Optional;

/**
 * How long something is kept.
 *
 * @param limit the time; empty for ever
 */
public record Retention(Optional<Duration> limit) {

  /** Without an end. */
  public static final Retention FOREVER = new Retention(Optional.empty());

  public Retention {
    if (limit.isPresent() && limit.get().isNegative()) {
      throw new IllegalArgumentException("Cannot keep for a negative time: " + limit.get());
    }
  }

  /** For this time. */
  public static Retention of(Duration limit) {
    return new Retention(Optional.of(limit));
  }
}
