package io.lakeward.source.snapshot;

import java.time.Instant;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Reads tables of the lake's catalog. */
@FunctionalInterface
public interface IcebergTables {

  /**
   * A table as it is now.
   *
   * @param snapshotId Iceberg's number of the snapshot; they have no order
   * @param committedAt when it was committed
   * @param sequenceNumber how many commits the table had had; they only grow
   * @param rows the rows of that very snapshot, whatever is committed meanwhile
   */
  record Pinned(long snapshotId, Instant committedAt, long sequenceNumber, Dataset<Row> rows) {}

  /**
   * The table of this name at its current snapshot; empty where nothing was ever committed to it.
   *
   * @param name the table's name, with its namespaces before dots
   * @throws io.lakeward.error.LakewardException where there is no such table or it cannot be read
   */
  Optional<Pinned> current(String name);
}
