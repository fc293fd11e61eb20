package io.lakeward.pipeline;

import io.lakeward.lake.LakeCatalog;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.Options;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.sql.SparkSession;

/** A Spark session and a lake below a directory. */
record SparkLake(SparkSession session, Catalog catalog, Path directory) implements AutoCloseable {

  static SparkLake in(Path directory) {
    SparkSession session =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();
    Catalog catalog =
        LakeCatalog.openOrCreate(
            new io.lakeward.mapping.Catalog(
                "lake", CatalogType.LOCAL, Optional.of(directory.toString()), Options.NONE),
            new Configuration());
    return new SparkLake(session, catalog, directory);
  }

  @Override
  public void close() {
    session.stop();
  }
}
