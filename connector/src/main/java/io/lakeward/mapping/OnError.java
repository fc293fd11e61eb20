package io.lakeward.mapping;

/** What happens to a record that cannot be applied. */
public enum OnError implements Keyed {
  /** The batch fails, and nothing of it is applied. */
  FAIL("fail"),
  /** The record is set aside with its reason, and the rest is applied. */
  DEAD_LETTER("dead_letter");

  private final String key;

  OnError(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }
}
