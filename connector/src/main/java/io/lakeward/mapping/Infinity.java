package io.lakeward.mapping;

/** What an infinite date, timestamp or number of the source becomes. */
public enum Infinity implements Keyed {
  /** Null. */
  NULL("null"),
  /** The last value that the type holds. */
  CLAMP("clamp"),
  /** The record is rejected. */
  FAIL("fail");

  private final String key;

  Infinity(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }
}
