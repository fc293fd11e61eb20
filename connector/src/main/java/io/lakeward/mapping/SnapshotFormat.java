package io.lakeward.mapping;

/** The encodings of full snapshots. */
public enum SnapshotFormat implements Keyed {
  /** Parquet files. */
  PARQUET("parquet"),
  /** JSON lines. */
  JSON("json"),
  /** CSV files with a header. */
  CSV("csv"),
  /** Avro files. */
  AVRO("avro"),
  /** ORC files. */
  ORC("orc"),
  /** An Iceberg table. */
  ICEBERG("iceberg"),
  /** A table of a database. */
  JDBC("jdbc");

  private final String key;

  SnapshotFormat(String key) {
    this.key = key;
  }

  /** Whether snapshots lie in files, each of which is of a path. */
  public boolean isOfFiles() {
    return this != ICEBERG && this != JDBC;
  }

  @Override
  public String key() {
    return key;
  }
}
