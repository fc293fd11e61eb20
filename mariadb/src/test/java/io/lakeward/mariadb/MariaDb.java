package io.lakeward.mariadb;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A MariaDB server on a free port, with everything it keeps in one directory. It logs whole rows,
 * in files of a few kilobytes, and takes zero dates. For Linux on x86-64.
 */
final class MariaDb implements AutoCloseable {

  /** The user who may do everything. */
  static final String USER = "lakeward";

  /** The password. */
  static final String PASSWORD = "lakeward";

  /** The database that is there from the start. */
  static final String DATABASE = "shop";

  private static final int START_SECONDS = 60;
  private static final int STOP_SECONDS = 30;

  /** Who may connect; runs at every start. */
  private static final String ACCESS =
      """
      CREATE DATABASE IF NOT EXISTS %s CHARACTER SET utf8mb4;
      CREATE USER IF NOT EXISTS %s@'127.0.0.1' IDENTIFIED BY '%s';
      GRANT ALL ON *.* TO %s@'127.0.0.1' WITH GRANT OPTION;
      """
          .formatted(DATABASE, USER, PASSWORD, USER);

  private final Process process;
  private final int port;

  private MariaDb(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Unpacks and starts a server, and returns when it takes connections.
   *
   * @param directory where everything is kept; must not be there
   */
  static MariaDb start(Path directory) throws IOException, InterruptedException {
    Path data = directory.resolve("data").toAbsolutePath();
    Files.createDirectories(data);
    MariaDbBinaries binaries =
        MariaDbBinaries.unpack(directory.resolve("binaries").toAbsolutePath());
    Path log = directory.resolve("mariadb.log");
    install(binaries, data, log);
    Path access = directory.resolve("access.sql").toAbsolutePath();
    Files.writeString(access, ACCESS);
    int port = freePort();
    List<String> command = command(binaries, data);
    command.addAll(
        List.of(
            "--init-file=" + access,
            "--port=" + port,
            "--bind-address=127.0.0.1",
            // In the directory of the data: a longer path would not fit.
            "--socket=mariadb.sock",
            "--skip-name-resolve",
            // Else it takes half a minute to make itself a certificate.
            "--skip-ssl",
            "--server-id=1",
            "--log-bin=binlog",
            "--binlog-format=ROW",
            "--binlog-row-image=FULL",
            "--max-binlog-size=4096",
            "--character-set-server=utf8mb4",
            "--sql-mode=STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION",
            "--explicit-defaults-for-timestamp=ON",
            // The data is thrown away at the end; only the order of the log matters here.
            "--innodb-flush-log-at-trx-commit=0",
            "--sync-binlog=0"));
    MariaDb server =
        new MariaDb(
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()))
                .start(),
            port);
    server.awaitConnections(log);
    return server;
  }

  private static void install(MariaDbBinaries binaries, Path data, Path log)
      throws IOException, InterruptedException {
    List<String> command = command(binaries, data);
    command.add("--bootstrap");
    Path statements = data.resolveSibling("install.sql");
    Files.writeString(statements, binaries.systemTables());
    Process process =
        new ProcessBuilder(command)
            .redirectInput(statements.toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()))
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("Cannot install MariaDB; see " + log);
    }
  }

  private static List<String> command(MariaDbBinaries binaries, Path data) {
    List<String> command =
        new ArrayList<>(
            List.of(
                binaries.server().toString(),
                "--no-defaults",
                "--basedir=" + binaries.directory(),
                "--datadir=" + data,
                "--innodb-log-file-size=8M"));
    if (System.getProperty("user.name").equals("root")) {
      // It refuses to be root unless it is told to.
      command.add("--user=root");
    }
    return command;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitConnections(Path log) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (true) {
      try (Connection ignored = connect()) {
        return;
      } catch (SQLException e) {
        if (!process.isAlive() || System.nanoTime() > deadline) {
          process.destroyForcibly();
          throw new IOException("MariaDB does not start; see " + log, e);
        }
      }
      Thread.sleep(100);
    }
  }

  /** The port on the loopback interface. */
  int port() {
    return port;
  }

  /** A new connection, with autocommit on. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mariadb://127.0.0.1:%d/%s".formatted(port, DATABASE), USER, PASSWORD);
  }

  /** Stops the server. */
  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
