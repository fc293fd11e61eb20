package io.lakeward.samples.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A PostgreSQL server on a free port, with everything it keeps in one directory. */
public final class Postgres implements AutoCloseable {

  /** The only user; it needs no password. */
  public static final String USER = "postgres";

  /** The database that is there from the start. */
  public static final String DATABASE = "postgres";

  private final EmbeddedPostgres server;

  private Postgres(EmbeddedPostgres server) {
    this.server = server;
  }

  /** Unpacks and starts a server, and returns when it takes connections. */
  public static Postgres start(Path directory) throws IOException {
    Files.createDirectories(directory);
    Path log = directory.resolve("postgres.log");
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setOverrideWorkingDirectory(directory.resolve("binaries").toFile())
            .setDataDirectory(directory.resolve("data"))
            .setOutputRedirector(Redirect.appendTo(log.toFile()))
            .setErrorRedirector(Redirect.appendTo(log.toFile()))
            .setPGStartupWait(Duration.ofSeconds(60))
            .setLocaleConfig("locale", "C")
            .setServerConfig("wal_level", "logical")
            .setServerConfig("max_wal_senders", "8")
            .setServerConfig("max_replication_slots", "8")
            .setServerConfig("max_connections", "30")
            // The data is thrown away at the end; only the order of the log matters here.
            .setServerConfig("fsync", "off")
            .setServerConfig("full_page_writes", "off")
            .setServerConfig("max_wal_size", "2GB")
            // The shutdown of whoever starts it closes it, in an order of its own.
            .setRegisterShutdownHook(false)
            .start();
    return new Postgres(server);
  }

  /** The port on the loopback interface. */
  public int port() {
    return server.getPort();
  }

  /**
   * A new connection, with autocommit on. Text parameters take the type of where they go (so text
   * serves for JSON, arrays, dates), and batches of inserts are sent as one.
   */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(
        url() + "?stringtype=unspecified&reWriteBatchedInserts=true", USER, "");
  }

  /** The database's address for JDBC. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port(), DATABASE);
  }

  /** How far the write-ahead log reaches now: every commit until now is below it. */
  public long walPosition() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Stops the server. */
  @Override
  public void close() throws IOException {
    server.close();
  }
}
