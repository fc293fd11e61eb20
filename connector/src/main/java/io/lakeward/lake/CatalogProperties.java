package io.lakeward.lake;

import io.lakeward.mapping.Catalog;
import io.lakeward.mapping.CatalogType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.CatalogUtil;

/** A catalog of the mapping in Iceberg's own terms. */
public final class CatalogProperties {
  private CatalogProperties() {}

  /** The file of a local catalog inside its warehouse. */
  static final String LOCAL_FILE = "catalog.db";

  /** How long a process waits for another one that is writing to a local catalog. */
  private static final int BUSY_TIMEOUT_MILLIS = 30_000;

  /**
   * Iceberg's properties; none for a catalog that is configured in Spark. What the mapping gives
   * goes over what is set here.
   */
  public static Map<String, String> of(Catalog catalog) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (catalog.type() == CatalogType.LOCAL) {
      local(catalog.warehouse().orElseThrow(), properties);
    } else if (catalog.type() != CatalogType.SPARK) {
      properties.put(CatalogUtil.ICEBERG_CATALOG_TYPE, catalog.type().key());
    }
    catalog
        .warehouse()
        .ifPresent(
            path -> properties.put(org.apache.iceberg.CatalogProperties.WAREHOUSE_LOCATION, path));
    properties.putAll(catalog.properties().values());
    return properties;
  }

  /** Readers never wait in WAL mode, and writers take turns: several processes may share it. */
  private static void local(String warehouse, Map<String, String> properties) {
    properties.put(CatalogUtil.ICEBERG_CATALOG_TYPE, CatalogUtil.ICEBERG_CATALOG_TYPE_JDBC);
    properties.put(
        org.apache.iceberg.CatalogProperties.URI, "jdbc:sqlite:" + warehouse + "/" + LOCAL_FILE);
    properties.put("jdbc.schema-version", "V1");
    properties.put("jdbc.journal_mode", "WAL");
    properties.put("jdbc.busy_timeout", String.valueOf(BUSY_TIMEOUT_MILLIS));
    properties.put("jdbc.transaction_mode", "IMMEDIATE");
  }
}
