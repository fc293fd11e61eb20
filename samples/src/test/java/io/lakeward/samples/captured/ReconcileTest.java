package io.lakeward.samples.captured;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.samples.capture.Captures;
import io.lakeward.samples.capture.JsonEncoding;
import io.lakeward.samples.debezium.PostgresSettings;
import io.lakeward.samples.debezium.Unpublished;
import io.lakeward.samples.launched.Lakeward;
import io.lakeward.samples.postgres.Postgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL, a lake that follows it, and changes that the feed never tells. */
class ReconcileTest {

  private static final String MAPPING =
      """
      pipeline: goods
      source:
        capture: {path: ./capture}
        format: debezium-json
      lake:
        catalog: {warehouse: ./lake}
        namespace: shop
      run: {trigger: 0 seconds, checkpoint: ./checkpoints}
      tables:
        - target: goods
          topic: g.public.goods
          except_column_list: [secret]
          rename: {name: title}
          add_columns: {op: "_change.op"}
        - {target: past, topic: g.public.goods, stored_as_scd_type: 2, column_list: [id, name]}
      """;

  @TempDir private Path directory;
  private Postgres postgres;
  private Connection connection;
  private Captures captures;
  private Lakeward lakeward;
  private int signals;

  @BeforeEach
  void replicate() throws Exception {
    postgres = Postgres.start(directory.resolve("postgres"));
    connection = postgres.connect();
    execute(
        "CREATE TABLE signal (id varchar(64) PRIMARY KEY, type varchar(32), data text)",
        "CREATE TABLE goods (id bigint PRIMARY KEY, name text, price numeric(10, 2),"
            + " at timestamptz, tags text[], secret text)",
        "INSERT INTO goods SELECT i, 'name ' || i, i / 100.0, timestamptz '2026-03-01' + i * interval '1 us',"
            + " ARRAY['a', NULL], 's' FROM generate_series(1, 100) i");
    captures =
        new Captures(directory.resolve("capture"))
            .add(
                PostgresSettings.of(
                    postgres, "g", Set.of("public.goods"), "public.signal", directory.resolve("g")),
                JsonEncoding.withSchemas());
    captures.start("1");
    captures.awaitSnapshots();
    Files.writeString(directory.resolve("mapping.yaml"), MAPPING);
    lakeward = Lakeward.in(directory);
  }

  @AfterEach
  void stop() throws Exception {
    captures.close();
    connection.close();
    postgres.close();
  }

  private void execute(String... statements) throws SQLException {
    execute(connection, statements);
  }

  private static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private void awaitCapture() throws Exception {
    String signal = "signal" + signals++;
    execute("INSERT INTO signal VALUES ('" + signal + "', 'mark', null)");
    captures.awaitSignal(signal);
  }

  private void run() throws Exception {
    lakeward.typed("./lakeward run --mapping mapping.yaml --once");
  }

  private JsonNode reconciled(String table, String options) throws Exception {
    String against =
        "{format: jdbc, path: public.goods, options: {url: \"jdbc:postgresql://127.0.0.1:%d/%s\", user: %s}}"
            .formatted(postgres.port(), Postgres.DATABASE, Postgres.USER);
    String printed =
        lakeward.typed(
            "./lakeward reconcile --mapping mapping.yaml --table %s --against '%s' --format json %s || { [ $? = 1 ] && [ -s stdout ]; }"
                .formatted(table, against, options));
    return new ObjectMapper().readTree(printed);
  }

  private static List<Integer> counts(JsonNode found) {
    return List.of(
        found.get("equal").asInt(),
        found.get("different").asInt(),
        found.get("missing").asInt(),
        found.get("extra").asInt());
  }

  private List<String> goods(String condition) throws Exception {
    return lakeward.rows(
        "mapping.yaml", "SELECT id, title, op FROM goods WHERE " + condition + " ORDER BY id");
  }

  @Test
  void whatTheFeedNeverToldIsFoundAndMendedAndNewerChangesWin() throws Exception {
    awaitCapture();
    run();
    assertThat(counts(reconciled("goods", "--settle 0s"))).containsExactly(100, 0, 0, 0);
    new Unpublished(connection, "g")
        .execute(
            "public.goods",
            List.of(
                "UPDATE goods SET name = 'hidden' WHERE id IN (1, 4, 5, 6)",
                "DELETE FROM goods WHERE id = 2",
                "INSERT INTO goods VALUES (101, 'hidden')"));
    execute("UPDATE goods SET name = 'told' WHERE id = 7");
    awaitCapture();
    // Its change is in the log before the end that the repair sees, and commits after it.
    try (Connection open = postgres.connect()) {
      open.setAutoCommit(false);
      execute(open, "UPDATE goods SET name = 'newer' WHERE id = 5");
      execute(open, "DELETE FROM goods WHERE id = 6");
      JsonNode found = reconciled("goods", "--repair --settle 2s");
      assertThat(counts(found)).containsExactly(94, 5, 1, 1);
      assertThat(found.get("repair").get("remaining").asInt()).isZero();
      assertThat(found.get("examples").get(0).toString())
          .isEqualTo(
              "{\"kind\":\"different\",\"key\":{\"id\":1},\"columns\":"
                  + "{\"title\":{\"source\":\"hidden\",\"lake\":\"name 1\"}}}");
      assertThat(found.get("position").asText()).matches("[0-9A-F]+/[0-9A-F]+");
      open.commit();
    }
    assertThat(goods("id < 8 OR id > 100"))
        .containsExactly(
            "{\"id\":1,\"title\":\"hidden\",\"op\":\"r\"}",
            "{\"id\":3,\"title\":\"name 3\",\"op\":\"r\"}",
            "{\"id\":4,\"title\":\"hidden\",\"op\":\"r\"}",
            "{\"id\":5,\"title\":\"hidden\",\"op\":\"r\"}",
            "{\"id\":6,\"title\":\"hidden\",\"op\":\"r\"}",
            "{\"id\":7,\"title\":\"told\",\"op\":\"r\"}",
            "{\"id\":101,\"title\":\"hidden\",\"op\":null}");
    execute("UPDATE goods SET name = 'newest' WHERE id = 4", "DELETE FROM goods WHERE id = 101");
    awaitCapture();
    run();
    assertThat(goods("id < 8 OR id > 100"))
        .containsExactly(
            "{\"id\":1,\"title\":\"hidden\",\"op\":\"r\"}",
            "{\"id\":3,\"title\":\"name 3\",\"op\":\"r\"}",
            "{\"id\":4,\"title\":\"newest\",\"op\":\"u\"}",
            "{\"id\":5,\"title\":\"newer\",\"op\":\"u\"}",
            "{\"id\":7,\"title\":\"told\",\"op\":\"u\"}");
    assertThat(counts(reconciled("goods", "--settle 0s"))).containsExactly(98, 0, 0, 0);
  }

  @Test
  void aHistoryGetsAVersionOfTheTimeOfTheReading() throws Exception {
    awaitCapture();
    run();
    new Unpublished(connection, "g")
        .execute(
            "public.goods",
            List.of(
                "UPDATE goods SET name = 'hidden' WHERE id = 1", "DELETE FROM goods WHERE id = 2"));
    assertThat(counts(reconciled("past", "--settle 0s"))).containsExactly(98, 1, 0, 1);
    JsonNode found = reconciled("past", "--repair --settle 0s");
    assertThat(found.get("repair").get("remaining").asInt()).isZero();
    execute("UPDATE goods SET name = 'newer' WHERE id = 1");
    awaitCapture();
    run();
    assertThat(
            lakeward.rows(
                "mapping.yaml",
                "SELECT id, name, __START_AT IS NULL s, __END_AT IS NULL e FROM past WHERE id < 3"
                    + " ORDER BY id, __START_AT"))
        .containsExactly(
            "{\"id\":1,\"name\":\"name 1\",\"s\":false,\"e\":false}",
            "{\"id\":1,\"name\":\"hidden\",\"s\":false,\"e\":false}",
            "{\"id\":1,\"name\":\"newer\",\"s\":false,\"e\":true}",
            "{\"id\":2,\"name\":\"name 2\",\"s\":false,\"e\":false}");
    assertThat(counts(reconciled("past", "--settle 0s"))).containsExactly(99, 0, 0, 0);
  }

  @Test
  void rowsInFlightAreNotReported() throws Exception {
    awaitCapture();
    run();
    new Unpublished(connection, "g")
        .execute("public.goods", List.of("UPDATE goods SET name = 'hidden' WHERE id = 100"));
    AtomicBoolean over = new AtomicBoolean();
    Thread traffic = new Thread(() -> changeUntil(over), "traffic");
    traffic.start();
    Process pipeline =
        new ProcessBuilder("./lakeward", "run", "--mapping", "mapping.yaml")
            .directory(directory.toFile())
            .redirectOutput(directory.resolve("run.out").toFile())
            .redirectError(directory.resolve("run.err").toFile())
            .start();
    try {
      Thread.sleep(15_000);
      JsonNode found = reconciled("goods", "--settle 120s");
      assertThat(counts(found)).containsExactly(99, 1, 0, 0);
      assertThat(found.get("undecided").asInt()).isZero();
      assertThat(found.get("feed_beyond_position").asBoolean()).isTrue();
      assertThat(found.get("examples").get(0).get("key").get("id").asInt()).isEqualTo(100);
    } finally {
      pipeline.descendants().forEach(ProcessHandle::destroy);
      pipeline.destroy();
      over.set(true);
      traffic.join();
    }
  }

  /** Some rows are always on their way. */
  private void changeUntil(AtomicBoolean over) {
    try (Connection own = postgres.connect()) {
      for (int i = 0; !over.get(); i++) {
        execute(own, "UPDATE goods SET name = 'n" + i + "' WHERE id = " + (1 + i % 99));
        Thread.sleep(5);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
