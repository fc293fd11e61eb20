package io.lakeward.source.snapshot;

import static io.lakeward.source.snapshot.LocalSpark.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table or query of a database is one snapshot, read as Spark reads the database. */
class JdbcSnapshotsTest {

  @RegisterExtension private static final LocalSpark SPARK = new LocalSpark();

  @TempDir private Path directory;

  @BeforeEach
  void fill() throws Exception {
    execute(
        "CREATE TABLE customers (id INTEGER, name VARCHAR COLLATE NOCASE, n INTEGER)",
        "INSERT INTO customers VALUES (1, 'Ann', 1), (2, 'ann', 2), (3, null, 2)");
  }

  private String url() {
    return "jdbc:sqlite:" + directory.resolve("shop.db");
  }

  private void execute(String... statements) throws Exception {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private Snapshots snapshots(String path, String version, Map<String, String> options) {
    Map<String, String> all = new HashMap<>(options);
    all.putIfAbsent("url", url());
    return SPARK.snapshots(
        new SnapshotDescription(
            path,
            SnapshotFormat.JDBC,
            Optional.ofNullable(version),
            all,
            Optional.empty(),
            Optional.empty()));
  }

  private Export latest(String path, Map<String, String> options) {
    return snapshots(path, null, options).latest();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "customers",
        "main.customers",
        "(SELECT id, name, n FROM customers)",
        " ( SELECT id, name, n FROM customers ) AS c ",
        "SELECT id, name, n FROM customers",
        "select\n*\nfrom customers;\n",
        "WITH c AS (SELECT * FROM customers) SELECT * FROM c"
      })
  void aTableOrAQueryIsRead(String path) {
    Export export = latest(path, Map.of());
    assertThat(rows(export)).containsExactly("[1,Ann,1]", "[2,ann,2]", "[3,null,2]");
    assertThat(export.isComplete()).isTrue();
    assertThat(export.place()).endsWith(" in jdbc:sqlite");
  }

  @Test
  void theDatabaseMayTellTheVersion() throws Exception {
    Snapshots snapshots = snapshots("customers", "SELECT n FROM customers WHERE id = 2", Map.of());
    assertThat(snapshots.available()).extracting(s -> s.version().text()).containsExactly("2");
    execute("UPDATE customers SET n = 3 WHERE id = 2");
    Snapshot second = snapshots.available().get(0);
    assertThat(second.version().text()).isEqualTo("3");
    assertThat(second.version().type().simpleString()).isEqualTo("bigint");
    assertThat(rows(second)).contains("[2,ann,3]");
  }

  @Test
  void columnsMayTellTheVersions() {
    List<Snapshot> found = snapshots("customers", "n", Map.of()).available();
    assertThat(found).extracting(s -> s.version().text()).containsExactly("1", "2");
    assertThat(rows(found.get(1))).containsExactly("[2,ann,2]", "[3,null,2]");
  }

  @Test
  void theTimeMayBeTheVersion() {
    assertThat(snapshots("customers", "current_timestamp()", Map.of()).available())
        .extracting(s -> s.version().type().simpleString())
        .containsExactly("timestamp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT n FROM customers",
        "SELECT n, id FROM customers WHERE id = 1",
        "SELECT n FROM customers WHERE id = 8"
      })
  void anAnswerThatIsNotOneValueIsNoVersion(String query) {
    LakewardException error = Errors.of(() -> snapshots("customers", query, Map.of()).available());
    assertThat(error.code()).isEqualTo(ErrorCode.EXPRESSION_INVALID);
    assertThat(error.facts()).containsEntry("expression", query);
  }

  @Test
  void anAnswerThatIsNullIsNoVersion() throws Exception {
    execute("INSERT INTO customers VALUES (9, null, null)");
    String query = "SELECT n FROM customers WHERE id = 9";
    LakewardException error = Errors.of(() -> snapshots("customers", query, Map.of()).available());
    assertThat(error.code()).isEqualTo(ErrorCode.NULL_SEQUENCE);
    assertThat(error.facts()).containsEntry("expression", query);
  }

  @Test
  void aVersionThatNamesNoColumnIsRefused() {
    LakewardException error = Errors.of(() -> snapshots("customers", "m", Map.of()).available());
    assertThat(error.code()).isEqualTo(ErrorCode.EXPRESSION_INVALID);
    assertThat(error.facts())
        .containsEntry("of_the_place", "[]")
        .containsEntry("of_the_rows", "[id, name, n]");
  }

  @Test
  void conditionsAreSparksAndNotTheDatabases() {
    assertThat(latest("customers", Map.of()).rows().where("name = 'ann'").count()).isEqualTo(1);
  }

  @Test
  void aTableThatIsNotThereIsTold() {
    LakewardException error = Errors.of(() -> latest("customer", Map.of()).rows());
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error.facts())
        .containsEntry("place", "customer in jdbc:sqlite")
        .hasEntrySatisfying("problem", p -> assertThat(p).contains("no such table: customer"));
  }

  @Test
  void aTableThatVanishesIsTold() throws Exception {
    Export export = latest("customers", Map.of());
    Dataset<Row> rows = export.rows();
    execute("DROP TABLE customers");
    LakewardException error =
        Errors.ofEvaluation(export, () -> rows.groupBy("n").count().collectAsList());
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error.facts().get("problem")).contains("no such table");
  }

  @Test
  void whatIsDoneWithTheRowsIsNoFailureOfReading() {
    Export export = latest("customers", Map.of());
    try {
      export.rows().selectExpr("1 div (id - 1)").collectAsList();
      throw new AssertionError("nothing was thrown");
    } catch (RuntimeException e) {
      assertThat(export.unreadable(e)).isEmpty();
    }
  }

  @Test
  void aDatabaseWithoutADriverSaysWhatToDo() {
    LakewardException error =
        Errors.of(() -> latest("t", Map.of("url", "jdbc:unheard://db/shop")).rows());
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error.facts()).containsEntry("place", "t in jdbc:unheard://db/shop");
    assertThat(error.advice()).contains("class path").contains("driver");
    LakewardException named =
        Errors.of(() -> latest("t", Map.of("driver", "com.example.Driver")).rows());
    assertThat(named.advice()).contains("class path").contains("driver");
    assertThat(named.facts().get("problem")).contains("com.example.Driver");
  }

  @Test
  void aPlaceThatIsNoUrlIsTold() {
    for (String url : new String[] {"", "postgresql://reader:hunter2@db/shop"}) {
      LakewardException error = Errors.of(() -> latest("t", Map.of("url", url)));
      assertThat(error.code()).isEqualTo(ErrorCode.MAPPING_INVALID);
      assertThat(error).hasMessageContaining("url").hasMessageNotContaining("hunter2");
    }
  }

  @Test
  void passwordsAreNotShown() {
    Map<String, String> options =
        Map.of(
            "url",
            "jdbc:postgresql://127.0.0.1:1/shop?user=reader&password=hunter2",
            "sslpassword",
            "s3cret");
    LakewardException error = Errors.of(() -> latest("hunter2_s3cret", options).rows());
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error).hasStackTraceContaining("127.0.0.1:1");
    assertThat(error.facts().get("problem")).contains("127.0.0.1:1");
    assertThat(error.getCause()).hasStackTraceContaining("127.0.0.1:1");
    java.io.StringWriter trace = new java.io.StringWriter();
    error.printStackTrace(new java.io.PrintWriter(trace));
    assertThat(trace.toString().replace("hunter2_s3cret in", ""))
        .doesNotContain("hunter2")
        .doesNotContain("s3cret");
  }

  @Test
  void decimalsThatWouldBeRoundedAreRefusedWhereTheyAreRead() throws Exception {
    execute("CREATE TABLE prices (id INTEGER, price NUMERIC)", "INSERT INTO prices VALUES (1, 2)");
    Export export = latest("prices", Map.of());
    assertThat(export.rows().select("id").collectAsList()).hasSize(1);
    LakewardException error = Errors.ofReading(export);
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error.facts()).containsEntry("column", "price");
    assertThat(error.facts().get("problem")).contains("rounded");
    assertThat(error.advice()).contains("cast");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dbtable", "query", "Query"})
  void thePathSaysWhatIsRead(String option) {
    LakewardException error = Errors.of(() -> latest("customers", Map.of(option, "other")));
    assertThat(error.code()).isEqualTo(ErrorCode.MAPPING_INVALID);
    assertThat(error.facts()).containsEntry("key", "snapshot.options." + option);
  }
}
