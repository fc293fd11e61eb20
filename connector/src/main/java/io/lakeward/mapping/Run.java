package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How the pipeline runs.
 *
 * @param trigger the time between the starts of two micro-batches; zero for one after the other
 * @param checkpoint the root of all checkpoints: an absolute path or an address
 * @param onError what happens to a record that cannot be applied
 */
public record Run(Duration trigger, String checkpoint, OnError onError) {
  public Run {
    if (requireNonNull(trigger, "trigger").isNegative()) {
      throw new IllegalArgumentException("Cannot trigger after a negative time: " + trigger);
    }
    Checks.text(checkpoint, "checkpoint");
    requireNonNull(onError, "onError");
  }
}
