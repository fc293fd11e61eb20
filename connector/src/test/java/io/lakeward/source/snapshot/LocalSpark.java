package io.lakeward.source.snapshot;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.Utils;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A Spark session for the tests of a class, with a catalog of Iceberg tables named lake. */
final class LocalSpark implements BeforeAllCallback, AfterAllCallback {

  private SparkSession session;
  private Path directory;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    directory = Files.createTempDirectory("snapshots");
    session =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.datetime.java8API.enabled", "true")
            .config("spark.sql.catalog.lake", "org.apache.iceberg.spark.SparkCatalog")
            .config("spark.sql.catalog.lake.type", "hadoop")
            .config("spark.sql.catalog.lake.warehouse", directory.resolve("lake").toString())
            .config("spark.sql.catalog.lake.cache-enabled", "false")
            .getOrCreate();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    session.stop();
    Utils.deleteRecursively(directory.toFile());
  }

  SparkSession session() {
    return session;
  }

  /** Writes the rows of a query as one export. */
  void write(String sql, SnapshotFormat format, Path to) {
    session
        .sql(sql)
        .coalesce(1)
        .write()
        .format(format.key())
        .option("header", "true")
        .option("escape", "\"")
        .save(to.toString());
  }

  /** The snapshots of a description, where no table of the catalog is read. */
  Snapshots snapshots(SnapshotDescription description) {
    return new Snapshots(
        session,
        description,
        name -> {
          throw new AssertionError("no table was described: " + name);
        });
  }

  /** The rows of an export as text, sorted. */
  static List<String> rows(Export export) {
    return export.rows().collectAsList().stream().map(Object::toString).sorted().toList();
  }

  static SnapshotDescription files(Object path, SnapshotFormat format, String version) {
    return new SnapshotDescription(
        path.toString(),
        format,
        Optional.of(version),
        java.util.Map.of(),
        Optional.empty(),
        Optional.empty());
  }
}
