package io.lakeward.mapping;

/** How much of the past a table holds. */
public enum ScdType implements Keyed {
  /** The current rows. */
  TYPE_1("1"),
  /** Every version of a row with the interval in which it stood. */
  TYPE_2("2"),
  /** Every version, and what was believed about it when. */
  BITEMPORAL("bitemporal");

  private final String key;

  ScdType(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }
}
