package io.lakeward.mapping;

/** How a table follows a source whose columns change. */
public enum SchemaEvolution implements Keyed {
  /** New columns are added. */
  ADD("add"),
  /** New columns are added, and types are widened. */
  WIDEN("widen"),
  /** The table keeps its columns; a new one is an error. */
  NONE("none");

  private final String key;

  SchemaEvolution(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }
}
