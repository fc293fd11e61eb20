package io.lakeward.it.lake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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

  /** Opens the lake in a directory; it need not be there yet. */
  public static Lake open(Path warehouse, String namespace) {
    try {
      Files.createDirectories(warehouse);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    return new Lake(catalog, Namespace.of(namespace));
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
