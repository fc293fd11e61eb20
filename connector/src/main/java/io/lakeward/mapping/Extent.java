package io.lakeward.mapping;

/** How far a flow reads. */
public enum Extent implements Keyed {
  /** On and on, as records come. */
  ENDLESS("endless"),
  /** To the present end of its source, one time: a backfill. */
  ONCE("once");

  private final String key;

  Extent(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }
}
