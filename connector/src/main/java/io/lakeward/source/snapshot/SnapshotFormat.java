package io.lakeward.source.snapshot;

import java.util.Locale;

/** The encodings of full snapshots. */
public enum SnapshotFormat {
  /** Parquet files. */
  PARQUET,
  /** JSON lines. */
  JSON,
  /** CSV files with a header. */
  CSV,
  /** Avro files. */
  AVRO,
  /** ORC files. */
  ORC,
  /** A table of the lake's catalog. */
  ICEBERG,
  /** A table or query of a database. */
  JDBC;

  /** Whether each path that a glob matches is a snapshot. */
  boolean isOfFiles() {
    return this != ICEBERG && this != JDBC;
  }

  /** The name that mappings and Spark give it. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
