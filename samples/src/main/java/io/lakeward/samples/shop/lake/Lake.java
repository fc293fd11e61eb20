package io.lakeward.samples.shop.lake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.util.SnapshotUtil;
import org.apache.kafka.common.TopicPartition;

/** The lake, read through its catalog: a JDBC catalog on SQLite. */
public final class Lake implements AutoCloseable {

  private static final String CATALOG = "lake";
  private static final String OFFSETS = "lakeward.offsets";
  private static final String QUERY = "lakeward.query-id";
  private static final String BATCH = "lakeward.batch-id";

  private final Path warehouse;
  private final Namespace namespace;
  private final Map<String, Table> tables = new HashMap<>();
  private JdbcCatalog catalog;

  /** The lake in this directory, which need not be there yet. */
  public Lake(Path warehouse, String namespace) {
    this.warehouse = warehouse;
    this.namespace = Namespace.of(namespace);
  }

  /** The table as it is now; empty while there is none. */
  public synchronized Optional<Table> table(String name) {
    Table known = tables.get(name);
    if (known != null) {
      known.refresh();
      return Optional.of(known);
    }
    if (catalog == null && !Files.exists(database())) {
      return Optional.empty();
    }
    try {
      Table loaded = catalog().loadTable(TableIdentifier.of(namespace, name));
      tables.put(name, loaded);
      return Optional.of(loaded);
    } catch (NoSuchTableException | NoSuchNamespaceException e) {
      return Optional.empty();
    }
  }

  /** Up to which offsets a table holds its topics. */
  public Map<TopicPartition, Long> offsets(String name) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    table(name)
        .ifPresent(
            table ->
                table
                    .properties()
                    .forEach(
                        (key, value) -> {
                          if (key.startsWith(OFFSETS + ".")) {
                            offsets.putAll(Offsets.parse(value));
                          }
                        }));
    return offsets;
  }

  /** The micro-batches of a table, oldest first. */
  public List<LakeCommit> commits(String name) {
    List<LakeCommit> commits = new ArrayList<>();
    table(name)
        .ifPresent(
            table -> {
              List<Snapshot> snapshots = new ArrayList<>();
              SnapshotUtil.currentAncestors(table).forEach(snapshots::add);
              Collections.reverse(snapshots);
              String last = "";
              for (Snapshot snapshot : snapshots) {
                String batch = batch(snapshot);
                if (!batch.isEmpty() && !batch.equals(last)) {
                  commits.add(commit(snapshot));
                  last = batch;
                }
              }
            });
    return commits;
  }

  /** Names the micro-batch of a snapshot; empty where it is none. Maintenance repeats the name. */
  private static String batch(Snapshot snapshot) {
    String id = snapshot.summary().get(BATCH);
    return id == null ? "" : snapshot.summary().get(QUERY) + "/" + id;
  }

  private static LakeCommit commit(Snapshot snapshot) {
    return new LakeCommit(
        snapshot.timestampMillis(), Offsets.parse(snapshot.summary().get(OFFSETS)));
  }

  private Path database() {
    return warehouse.resolve("catalog.db");
  }

  private JdbcCatalog catalog() {
    if (catalog == null) {
      // The connector makes the catalog's tables; this side only reads.
      JdbcCatalog opened = new JdbcCatalog(null, null, false);
      opened.setConf(new Configuration());
      opened.initialize(
          CATALOG,
          Map.of(
              CatalogProperties.URI,
              "jdbc:sqlite:" + database(),
              CatalogProperties.WAREHOUSE_LOCATION,
              warehouse.toString(),
              "jdbc.busy_timeout",
              "10000"));
      catalog = opened;
    }
    return catalog;
  }

  @Override
  public synchronized void close() throws IOException {
    if (catalog != null) {
      catalog.close();
    }
  }
}
