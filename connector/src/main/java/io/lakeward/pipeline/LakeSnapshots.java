package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.SparkPlans;
import io.lakeward.source.snapshot.IcebergTables;
import java.time.Instant;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.SparkSession;

/**
 * The tables of the lake's catalog as snapshots.
 *
 * @param session reads them
 * @param catalog where they are
 */
record LakeSnapshots(SparkSession session, Catalog catalog) implements IcebergTables {
  LakeSnapshots {
    requireNonNull(session, "session");
    requireNonNull(catalog, "catalog");
  }

  @Override
  public Optional<Pinned> current(String name) {
    Table table = load(name);
    return Optional.ofNullable(table.currentSnapshot())
        .map(
            snapshot ->
                new Pinned(
                    snapshot.snapshotId(),
                    Instant.ofEpochMilli(snapshot.timestampMillis()),
                    snapshot.sequenceNumber(),
                    SparkPlans.scan(session, new SparkTable(table))));
  }

  private Table load(String name) {
    try {
      return catalog.loadTable(TableIdentifier.parse(name));
    } catch (NoSuchTableException e) {
      throw LakewardException.of(ErrorCode.SNAPSHOT_NOT_FOUND)
          .fact("path", name)
          .advice("name a table of the lake's catalog, with its namespace: shop.products_export")
          .cause(e)
          .build();
    }
  }
}
