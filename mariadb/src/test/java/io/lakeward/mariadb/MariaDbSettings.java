package io.lakeward.mariadb;

import io.lakeward.samples.debezium.EngineSettings;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Properties;

/** What an engine that captures MariaDB is told. */
final class MariaDbSettings {

  private MariaDbSettings() {}

  /**
   * As in {@link EngineSettings#of}, with tables as {@code database.table}.
   *
   * @param serverId as whom it follows the binlog; no two engines of one server may be the same
   */
  static Properties of(
      MariaDb server,
      int serverId,
      String prefix,
      Collection<String> tables,
      String signals,
      Path directory) {
    Properties settings = EngineSettings.of(prefix, tables, signals, directory);
    settings.setProperty("connector.class", "io.debezium.connector.mariadb.MariaDbConnector");
    settings.setProperty("database.port", Integer.toString(server.port()));
    settings.setProperty("database.user", MariaDb.USER);
    settings.setProperty("database.password", MariaDb.PASSWORD);
    settings.setProperty("database.server.id", Integer.toString(serverId));
    settings.setProperty("database.include.list", MariaDb.DATABASE);
    settings.setProperty("database.ssl.mode", "disable");
    settings.setProperty("include.schema.changes", "false");
    // By default Debezium takes the years until 99 for years of this century or the last.
    settings.setProperty("enable.time.adjuster", "false");
    settings.setProperty(
        "schema.history.internal", "io.debezium.storage.file.history.FileSchemaHistory");
    settings.setProperty(
        "schema.history.internal.file.filename", directory.resolve("history").toString());
    return settings;
  }
}
