/**
 * Full snapshots as a source: which there are, the version of each, and its rows (contract, section
 * 12, and "Snapshots as a source" of the mapping).
 *
 * <p>Knows files in the formats that Spark reads, Iceberg tables through {@link
 * io.lakeward.source.snapshot.IcebergTables}, and databases with a JDBC driver. Knows nothing of
 * the mapping, of what was applied before, or of the table that the rows go to.
 */
package io.lakeward.source.snapshot;
