package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * An Iceberg catalog.
 *
 * @param name its name in SQL
 * @param type what kind of catalog it is
 * @param warehouse the root of the tables' files: an absolute path or an address; always present
 *     for {@link CatalogType#LOCAL} and {@link CatalogType#HADOOP}
 * @param properties Iceberg's catalog properties, passed on unchanged
 */
public record Catalog(
    String name, CatalogType type, Optional<String> warehouse, Options properties) {
  public Catalog {
    Checks.text(name, "name");
    requireNonNull(type, "type");
    requireNonNull(properties, "properties");
    if (warehouse.isEmpty() && type.needsWarehouse()) {
      throw new IllegalArgumentException("Cannot open a catalog without warehouse: " + type.key());
    }
  }
}
