package io.lakeward.mapping;

/** What the geometries of Debezium's records are in a table. */
public enum GeometryForm implements Keyed {
  /** A struct of the well-known binary and the reference system, as Debezium sends it. */
  STRUCT("struct"),
  /** Well-known text, behind its reference system where it has one. */
  WKT("wkt");

  private final String key;

  GeometryForm(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }
}
