package io.lakeward.samples.captured;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.samples.capture.Captures;
import io.lakeward.samples.capture.JsonEncoding;
import io.lakeward.samples.capture.SqlScript;
import io.lakeward.samples.debezium.PostgresSettings;
import io.lakeward.samples.launched.Lakeward;
import io.lakeward.samples.postgres.Postgres;
import io.lakeward.samples.rows.ColumnForm;
import io.lakeward.samples.rows.PostgresForms;
import io.lakeward.samples.rows.SourceRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that PostgreSQL has, through connectors with different modes at once. */
class PostgresFeedTest {

  private static final Set<String> TABLES =
      Set.of("public.types", "public.arrays", "public.papers", "public.emptied");

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
      defaults: {infinity: "null"}
      tables:
        - {target: types, topic: precise.public.types}
        - {target: arrays, topic: precise.public.arrays}
        - {target: papers, topic: precise.public.papers}
        - {target: emptied, topic: precise.public.emptied}
        - {target: types_as_text, topic: text.public.types}
        - {target: milliseconds, topic: connect.public.milliseconds}
      """;

  @TempDir private static Path directory;
  private static Postgres postgres;
  private static Connection connection;
  private static Lakeward lakeward;

  @BeforeAll
  static void replicate() throws Exception {
    postgres = Postgres.start(directory.resolve("postgres"));
    connection = postgres.connect();
    execute("SET TIME ZONE 'UTC'");
    SqlScript script = SqlScript.beside(PostgresFeedTest.class, "postgres.sql");
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
          .add(settings("precise", TABLES, Map.of()), JsonEncoding.withSchemas())
          .add(
              settings(
                  "text",
                  Set.of("public.types"),
                  Map.of(
                      "decimal.handling.mode",
                      "string",
                      "interval.handling.mode",
                      "string",
                      "time.precision.mode",
                      "adaptive_time_microseconds")),
              JsonEncoding.withSchemas())
          .add(
              settings(
                  "connect",
                  Set.of("public.milliseconds"),
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

  private static Properties settings(String prefix, Set<String> tables, Map<String, String> modes) {
    Properties settings =
        PostgresSettings.of(postgres, prefix, tables, "public.signal", directory.resolve(prefix));
    settings.setProperty("hstore.handling.mode", "map");
    settings.putAll(modes);
    return settings;
  }

  private static void execute(String sql) throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    connection.close();
    postgres.close();
  }

  @Test
  void everyTypeHasTheSourcesValues() throws Exception {
    compare("types", PostgresForms.of(connection, "types"));
  }

  @Test
  void everyTypeHasTheSourcesValuesWhereNumbersAndIntervalsAreText() throws Exception {
    Map<String, ColumnForm> forms = PostgresForms.of(connection, "types");
    for (String number : List.of("a_numeric", "a_price", "a_precise", "a_huge", "a_grade")) {
      forms.put(number, PostgresForms.numberText());
    }
    forms.put("some_money", PostgresForms.moneyText());
    forms.put("an_interval", PostgresForms.intervalText());
    compare("types", "types_as_text", forms);
  }

  @Test
  void arraysHaveTheSourcesValues() throws Exception {
    compare("arrays", PostgresForms.of(connection, "arrays"));
  }

  @Test
  void longTextsThatEventsLeaveOutStay() throws Exception {
    compare("papers", PostgresForms.of(connection, "papers"));
  }

  @Test
  void truncatesEmpty() throws Exception {
    compare("emptied", PostgresForms.of(connection, "emptied"));
  }

  @Test
  void connectsOwnTimesHaveTheSourcesValues() throws Exception {
    compare("milliseconds", PostgresForms.of(connection, "milliseconds"));
  }

  private static void compare(String table, Map<String, ColumnForm> forms) throws Exception {
    compare(table, table, forms);
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
