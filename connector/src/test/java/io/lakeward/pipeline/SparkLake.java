package io.lakeward.pipeline;

import io.lakeward.lake.LakeCatalog;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.Utils;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A Spark session and a lake of its own for the tests of a class. */
final class SparkLake implements BeforeAllCallback, AfterAllCallback {

  private SparkSession session;
  private Catalog catalog;
  private Path directory;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    open();
  }

  /** Starts the session. */
  void open() throws IOException {
    directory = Files.createTempDirectory("lake");
    session =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();
    catalog =
        LakeCatalog.openOrCreate(
            new io.lakeward.mapping.Catalog(
                "lake", CatalogType.LOCAL, Optional.of(directory.toString()), Options.NONE),
            new Configuration());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  /** Ends the session and leaves nothing behind. */
  void close() {
    session.stop();
    Utils.deleteRecursively(directory.toFile());
  }

  SparkSession session() {
    return session;
  }

  Catalog catalog() {
    return catalog;
  }

  Path directory() {
    return directory;
  }
}
