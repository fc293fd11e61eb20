package io.lakeward.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.samples.capture.Captures;
import io.lakeward.samples.capture.JsonEncoding;
import io.lakeward.samples.capture.SqlScript;
import io.lakeward.samples.launched.Lakeward;
import io.lakeward.samples.rows.ColumnForm;
import io.lakeward.samples.rows.SourceRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Everything that MariaDB has, through connectors with different modes at once. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbFeedTest {

  private static final String MAPPING =
      """
      pipeline: captured
      source:
        capture: {path: ./capture, max_files_per_trigger: 3}
        format: debezium-json
      lake:
        catalog: {warehouse: ./lake}
        namespace: shop
      run: {trigger: 0 seconds, checkpoint: ./checkpoints}
      tables:
        - {target: types, topic: precise.shop.types}
        - {target: papers, topic: precise.shop.papers}
        - {target: emptied, topic: precise.shop.emptied}
        - {target: types_as_text, topic: text.shop.types}
        - {target: milliseconds, topic: connect.shop.milliseconds}
      """;

  @TempDir private static Path directory;
  private static MariaDb server;
  private static Connection connection;
  private static Lakeward lakeward;

  @BeforeAll
  static void replicate() throws Exception {
    server = MariaDb.start(directory.resolve("mariadb"));
    connection = server.connect();
    SqlScript script = SqlScript.beside(MariaDbFeedTest.class, "types.sql");
    script.run("tables", connection);
    script.run("before", connection);
    capture(script);
    Files.writeString(directory.resolve("mapping.yaml"), MAPPING);
    lakeward = Lakeward.in(directory);
    lakeward.typed("./lakeward run --mapping mapping.yaml --once");
  }

  private static void capture(SqlScript script) throws Exception {
    try (Captures captures = new Captures(directory.resolve("capture"))) {
      captures
          .add(
              settings(
                  1,
                  "precise",
                  Set.of("shop.types", "shop.papers", "shop.emptied"),
                  Map.of("bigint.unsigned.handling.mode", "precise")),
              JsonEncoding.withSchemas())
          .add(
              settings(
                  2,
                  "text",
                  Set.of("shop.types"),
                  Map.of(
                      "decimal.handling.mode",
                      "string",
                      "bigint.unsigned.handling.mode",
                      "long",
                      "column.propagate.source.type",
                      ".*")),
              JsonEncoding.withSchemas())
          .add(
              settings(
                  3,
                  "connect",
                  Set.of("shop.milliseconds"),
                  Map.of("time.precision.mode", "connect")),
              JsonEncoding.withSchemas());
      captures.start("1");
      captures.awaitSnapshots();
      captures.turnTo("2");
      script.run("while captured", connection);
      script.run("snapshot", connection);
      captures.awaitIncrementalSnapshots("precise", "text");
      captures.close();
      script.run("while stopped", connection);
      captures.start("3");
      script.run("after", connection);
      captures.awaitSignal("end");
    }
  }

  private static Properties settings(
      int number, String prefix, Set<String> tables, Map<String, String> modes) {
    Properties settings =
        MariaDbSettings.of(
            server, 100 + number, prefix, tables, "shop.signals", directory.resolve(prefix));
    settings.putAll(modes);
    return settings;
  }

  @AfterAll
  static void stop() throws Exception {
    connection.close();
    server.close();
  }

  @Test
  void everyTypeHasTheSourcesValues() throws Exception {
    compare("types", "types", MariaDbForms.of(connection, "types"));
  }

  @Test
  void everyTypeHasTheSourcesValuesWhereNumbersAreText() throws Exception {
    Map<String, ColumnForm> forms = MariaDbForms.of(connection, "types");
    for (String number : List.of("a_decimal", "a_whole", "a_precise", "a_huge", "u_decimal")) {
      forms.put(number, MariaDbForms.numberText());
    }
    compare("types", "types_as_text", forms);
  }

  @Test
  void longTextsKeyChangesAndRestartsAreFollowed() throws Exception {
    compare("papers", "papers", MariaDbForms.of(connection, "papers"));
  }

  @Test
  void truncatesEmpty() throws Exception {
    compare("emptied", "emptied", MariaDbForms.of(connection, "emptied"));
  }

  @Test
  void connectsOwnTimesHaveTheSourcesValues() throws Exception {
    compare("milliseconds", "milliseconds", MariaDbForms.of(connection, "milliseconds"));
  }

  private static void compare(String table, String target, Map<String, ColumnForm> forms)
      throws Exception {
    String order = table.equals("papers") ? "code, part" : "id";
    String columns = String.join(", ", forms.keySet());
    assertThat(
            lakeward.rows(
                "mapping.yaml", "SELECT %s FROM %s ORDER BY %s".formatted(columns, target, order)))
        .containsExactlyElementsOf(SourceRows.read(connection, table, order, forms));
  }
}
