package io.lakeward.source.snapshot;

import io.lakeward.error.LakewardException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** Where the snapshots of a description lie. */
interface Places {

  /** The places of a description. */
  static Places of(SparkSession session, SnapshotDescription description, IcebergTables tables) {
    return switch (description.format()) {
      case ICEBERG -> new IcebergPlaces(description, tables);
      case JDBC -> new JdbcPlaces(session, description);
      case PARQUET, JSON, CSV, AVRO, ORC -> new FilePlaces(session, description);
    };
  }

  /** Those that are there now, in no particular order. */
  List<Place> now();

  /** The log of the database they are in; empty where they are in none. */
  default Optional<DatabaseLog> log() {
    return Optional.empty();
  }

  /** The SNAPSHOT_NOT_FOUND of a description for which there is nothing. */
  LakewardException notFound();
}
