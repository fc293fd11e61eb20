package io.lakeward.mapping;

/** What a truncate of the source does to the table. */
public enum OnTruncate implements Keyed {
  /** Every row goes, also those of other flows. */
  TRUNCATE_ALL("truncate_all"),
  /** Every open row of a history table is closed. */
  END_ALL("end_all"),
  /** Nothing. */
  IGNORE("ignore"),
  /** The batch fails. */
  FAIL("fail");

  private final String key;

  OnTruncate(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }
}
