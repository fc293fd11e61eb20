package io.lakeward.mapping;

/** The kinds of Iceberg catalogs. */
public enum CatalogType implements Keyed {
  /** A JDBC catalog on SQLite inside the warehouse: the default on one machine. */
  LOCAL("local"),
  /** A directory tree; several writers at once are safe on HDFS only. */
  HADOOP("hadoop"),
  /** A database that JDBC reaches. */
  JDBC("jdbc"),
  /** A service that speaks the Iceberg REST protocol. */
  REST("rest"),
  /** A Hive metastore. */
  HIVE("hive"),
  /** AWS Glue. */
  GLUE("glue"),
  /** Project Nessie. */
  NESSIE("nessie"),
  /** Configured in Spark already, under the same name. */
  SPARK("spark");

  private final String key;

  CatalogType(String key) {
    this.key = key;
  }

  @Override
  public String key() {
    return key;
  }

  /** Whether the catalog cannot be opened without a warehouse in the mapping. */
  public boolean needsWarehouse() {
    return this == LOCAL || this == HADOOP;
  }
}
