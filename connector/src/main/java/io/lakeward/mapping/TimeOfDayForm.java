package io.lakeward.mapping;

/** What the times of day of Debezium's records are in a table. */
public enum TimeOfDayForm implements Keyed {
  /** Text: {@code [-]HH:mm:ss[.fraction]}. */
  TEXT("text"),
  /** A whole number of microseconds since midnight. */
  MICROS("micros");

  private final String key;

  TimeOfDayForm(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }
}
