package io.lakeward.it.lake;

import io.lakeward.lake.LakeCatalog;
import io.lakeward.mapping.Catalog;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.Options;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * A warehouse with a local catalog. The catalog is opened as the connector opens it, for both may
 * be the first to do so; tables are read by Iceberg's own readers.
 */
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
    Catalog local =
        new Catalog(CATALOG, CatalogType.LOCAL, Optional.of(warehouse.toString()), Options.NONE);
    return new Lake(
        (JdbcCatalog) LakeCatalog.openOrCreate(local, new Configuration()),
        Namespace.of(namespace));
  }

  /** Whether there is a table of this name. */
  public boolean has(String table) {
    return catalog.tableExists(TableIdentifier.of(namespace, table));
  }

  /** Renames a table, as a refresh does. */
  public void rename(String table, String name) {
    catalog.renameTable(TableIdentifier.of(namespace, table), TableIdentifier.of(namespace, name));
  }

  /** The names of all tables. */
  public List<String> tables() {
    return catalog.listTables(namespace).stream().map(TableIdentifier::name).sorted().toList();
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
