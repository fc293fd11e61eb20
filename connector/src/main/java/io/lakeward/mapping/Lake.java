package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Where the tables lie.
 *
 * @param catalog the Iceberg catalog
 * @param namespace the levels of the namespace, the outermost first
 */
public record Lake(Catalog catalog, List<String> namespace) {
  public Lake {
    requireNonNull(catalog, "catalog");
    namespace = Checks.notEmpty(namespace, "namespace");
  }

  /** The full name of a table for people: {@code catalog.namespace.target}. */
  public String nameOf(Table table) {
    return catalog.name() + "." + String.join(".", namespace) + "." + table.target();
  }
}
