package io.lakeward.samples.debezium;

import io.lakeward.samples.postgres.Postgres;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Properties;

/** What an engine that captures PostgreSQL is told. */
public final class PostgresSettings {

  private PostgresSettings() {}

  /** As in {@link EngineSettings#of}, with tables as {@code schema.table}. */
  public static Properties of(
      Postgres postgres, String prefix, Collection<String> tables, String signals, Path directory) {
    Properties settings = EngineSettings.of(prefix, tables, signals, directory);
    settings.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    settings.setProperty("database.port", Integer.toString(postgres.port()));
    settings.setProperty("database.user", Postgres.USER);
    settings.setProperty("database.password", "");
    settings.setProperty("database.dbname", Postgres.DATABASE);
    settings.setProperty("plugin.name", "pgoutput");
    settings.setProperty("slot.name", "lakeward_" + prefix);
    settings.setProperty("publication.name", publication(prefix));
    settings.setProperty("publication.autocreate.mode", "filtered");
    return settings;
  }

  /** The name of the publication that an engine with this prefix makes and reads. */
  static String publication(String prefix) {
    return "lakeward_" + prefix;
  }
}
