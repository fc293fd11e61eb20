package io.lakeward.mapping;

/** The unit in which timestamps are written in JSON without schema. */
public enum TemporalPrecision implements Keyed {
  /** Microseconds. */
  MICROS("micros"),
  /** Milliseconds. */
  MILLIS("millis"),
  /** Nanoseconds. */
  NANOS("nanos");

  private final String key;

  TemporalPrecision(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }
}
