package io.lakeward.source.debezium;

/** What times of day without a zone become (case T18); those with one are always text. */
public enum TimeOfDayColumn {
  /** Text: {@code [-]HH:mm:ss[.fraction]}. */
  TEXT,
  /** A whole number of microseconds since midnight; a time with a part below is rejected. */
  MICROS
}
