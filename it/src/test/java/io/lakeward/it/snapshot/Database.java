package io.lakeward.it.snapshot;

import io.lakeward.source.snapshot.Export;
import io.lakeward.source.snapshot.SnapshotDescription;
import io.lakeward.source.snapshot.SnapshotFormat;
import io.lakeward.source.snapshot.Snapshots;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.Utils;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A PostgreSQL server and a Spark session that reads it, for the tests of a class. */
final class Database implements BeforeAllCallback, AfterAllCallback {

  private Path directory;
  private EmbeddedPostgres server;
  private SparkSession spark;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    directory = Files.createTempDirectory("postgres");
    server =
        EmbeddedPostgres.builder()
            .setOverrideWorkingDirectory(directory.resolve("binaries").toFile())
            .setDataDirectory(directory.resolve("data"))
            .setPGStartupWait(Duration.ofSeconds(60))
            .setLocaleConfig("locale", "C")
            .setServerConfig("fsync", "off")
            .start();
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.datetime.java8API.enabled", "true")
            .getOrCreate();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    spark.stop();
    server.close();
    Utils.deleteRecursively(directory.toFile());
  }

  /** The address, with its only user, who needs no password. */
  String url() {
    return "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(server.getPort());
  }

  void execute(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(), "postgres", "");
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The snapshots of a table or query. */
  Snapshots snapshots(String path, Optional<String> version, Map<String, String> more) {
    Map<String, String> options = new HashMap<>(Map.of("url", url(), "user", "postgres"));
    options.putAll(more);
    return new Snapshots(
        spark,
        new SnapshotDescription(
            path, SnapshotFormat.JDBC, version, options, Optional.empty(), Optional.empty()),
        name -> Optional.empty());
  }

  /** What a table or query holds now. */
  Export export(String path) {
    return snapshots(path, Optional.empty(), Map.of()).latest();
  }
}
