package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * How the pipeline runs.
 *
 * @param trigger the time between the starts of two micro-batches; zero for one after the other
 * @param checkpoint the root of all checkpoints: an absolute path or an address
 * @param onError what happens to a record that cannot be applied
 * @param maxDeadLetters how many records a flow may set aside in one run, from 1; empty for any
 *     number
 */
public record Run(
    Duration trigger, String checkpoint, OnError onError, OptionalLong maxDeadLetters) {
  public Run {
    if (requireNonNull(trigger, "trigger").isNegative()) {
      throw new IllegalArgumentException("Cannot trigger after a negative time: " + trigger);
    }
    Checks.text(checkpoint, "checkpoint");
    requireNonNull(onError, "onError");
    if (maxDeadLetters.orElse(1) < 1) {
      throw new IllegalArgumentException(
          "Cannot limit dead letters to fewer than 1: " + maxDeadLetters.getAsLong());
    }
    if (maxDeadLetters.isPresent() && onError != OnError.DEAD_LETTER) {
      throw new IllegalArgumentException("Cannot limit dead letters where there are none");
    }
  }
}
