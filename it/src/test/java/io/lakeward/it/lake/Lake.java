package io.lakeward.it.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** A warehouse with a catalog in a SQLite file, opened by a client of its own. */
public final class Lake implements AutoCloseable {

  private static final String CATALOG = "lake";

  private final JdbcCatalog catalog;
  private final Namespace namespace;

  private Lake(JdbcCatalog catalog, Namespace namespace) {
    this.catalog = catalog;
    this.namespace = namespace;
  }

  /**
   * Opens the lake in a directory; it need not be there yet. Alone, as the connector does it: the
   * catalog's tables are made in several steps, which two processes must not mix.
   */
  public static synchronized Lake open(Path warehouse, String namespace) {
    try {
      Files.createDirectories(warehouse);
      try (FileChannel channel =
              FileChannel.open(
                  warehouse.resolve("catalog.db.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = lock(channel)) {
        assertThat(lock.isValid()).isTrue();
        return new Lake(catalog(warehouse), Namespace.of(namespace));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The connector may hold the lock in this very process. */
  private static FileLock lock(FileChannel channel) throws IOException {
    while (true) {
      try {
        return channel.lock();
      } catch (OverlappingFileLockException heldInThisProcess) {
        LockSupport.parkNanos(20_000_000);
      }
    }
  }

  private static JdbcCatalog catalog(Path warehouse) {
    JdbcCatalog catalog = new JdbcCatalog();
    catalog.setConf(new Configuration());
    catalog.initialize(
        CATALOG,
        Map.of(
            CatalogProperties.URI,
            "jdbc:sqlite:" + warehouse.resolve("catalog.db") + "?busy_timeout=30000",
            CatalogProperties.WAREHOUSE_LOCATION,
            warehouse.toString(),
            "jdbc.schema-version",
            "V1"));
    return catalog;
  }

  /** Whether there is a table of this name. */
  public boolean has(String table) {
    return catalog.tableExists(TableIdentifier.of(namespace, table));
  }

  /** A table as it is now. */
  public LakeTable table(String table) {
    return new LakeTable(catalog.loadTable(TableIdentifier.of(namespace, table)));
  }

  @Override
  public void close() {
    catalog.close();
  }
}
