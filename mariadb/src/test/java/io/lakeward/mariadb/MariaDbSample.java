package io.lakeward.mariadb;

import io.lakeward.samples.capture.Captures;
import io.lakeward.samples.capture.JsonEncoding;
import io.lakeward.samples.capture.SampleDirectory;
import io.lakeward.samples.capture.SqlScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/** Writes the sample {@code mariadb-feed}. */
public final class MariaDbSample {

  private MariaDbSample() {}

  /** Takes the directory of the samples. */
  public static void main(String[] arguments) throws Exception {
    SampleDirectory sample = SampleDirectory.emptied(Path.of(arguments[0]).resolve("mariadb-feed"));
    Path work = Files.createTempDirectory("samples");
    SqlScript script = SqlScript.beside(MariaDbSample.class, "shifts.sql");
    try (MariaDb server = MariaDb.start(work.resolve("mariadb"));
        Connection connection = server.connect()) {
      script.run("tables", connection);
      script.run("before", connection);
      Properties settings =
          MariaDbSettings.of(
              server, 101, "shop", List.of("shop.shifts"), "shop.signals", work.resolve("shop"));
      settings.setProperty("bigint.unsigned.handling.mode", "precise");
      try (Captures captures =
          new Captures(sample.capture()).add(settings, JsonEncoding.withSchemas())) {
        captures.start("1");
        captures.awaitSnapshots();
        captures.turnTo("2");
        script.run("changes", connection);
        try (Statement statement = connection.createStatement()) {
          statement.execute("INSERT INTO signals VALUES ('changed', 'log', '{\"message\":\"\"}')");
        }
        captures.awaitSignal("changed");
        captures.turnTo("3");
        script.run("later", connection);
        captures.awaitSignal("end");
      }
      sample.expect("shifts", "id", connection, MariaDbForms.of(connection, "shifts"));
    }
  }
}
