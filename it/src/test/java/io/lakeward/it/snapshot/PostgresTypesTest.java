package io.lakeward.it.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.snapshot.Export;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every type of PostgreSQL comes out as the table of types says, or is refused. */
class PostgresTypesTest {

  @RegisterExtension private static final Database DATABASE = new Database();

  private static final TimeZone HERE = TimeZone.getDefault();

  private static final Path REFERENCE =
      Path.of(System.getProperty("it.connector"), "..", "..", "docs", "reference", "snapshots.md");

  private static final Pattern CASE = Pattern.compile("\\| `(.*)` \\| `(.*)` \\| `(.*)` \\|");

  /** A row of the reference: SQL of a value, the type of its column, the value as text. */
  private record Case(String sql, String type, String value) {}

  private static final List<Case> CASES = cases();

  @BeforeAll
  static void prepare() throws Exception {
    // A zone in which an hour of 2024-03-10 is missing.
    TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
    DATABASE.execute(
        "CREATE EXTENSION citext",
        "CREATE EXTENSION hstore",
        "CREATE TYPE mood AS ENUM ('sad', 'happy')",
        "CREATE SCHEMA other",
        "CREATE TYPE other.mood AS ENUM ('sad')",
        "CREATE DOMAIN grade AS numeric(4, 1)",
        "CREATE TYPE size AS (width int, note text)");
  }

  @AfterAll
  static void restore() {
    TimeZone.setDefault(HERE);
  }

  private static List<Case> cases() {
    try (Stream<String> lines = Files.lines(REFERENCE)) {
      return lines
          .map(CASE::matcher)
          .filter(Matcher::matches)
          .map(row -> new Case(row.group(1), row.group(2), row.group(3)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String query() {
    List<String> columns = new ArrayList<>();
    for (Case each : CASES) {
      columns.add(each.sql() + " AS c" + columns.size());
    }
    return "SELECT " + String.join(",\n", columns);
  }

  @Test
  void valuesComeAsTheyAre() {
    assertThat(CASES).hasSizeGreaterThan(90);
    Dataset<Row> rows = DATABASE.export(query()).rows();
    Row row = rows.collectAsList().get(0);
    SoftAssertions softly = new SoftAssertions();
    for (int i = 0; i < CASES.size(); i++) {
      Case each = CASES.get(i);
      softly
          .assertThat(rows.schema().fields()[i].dataType().sql())
          .as("type of " + each.sql())
          .isEqualTo(each.type());
      // A span of code in a document has one character at least.
      String value = shown(row.get(i));
      softly.assertThat(value.isEmpty() ? " " : value).as(each.sql()).isEqualTo(each.value());
    }
    softly.assertAll();
  }

  @Test
  void nullIsNullInEveryType() {
    Row row =
        DATABASE
            .export("SELECT * FROM (" + query() + ") AS v RIGHT JOIN (SELECT 1) AS one ON false")
            .rows()
            .collectAsList()
            .get(0);
    for (int i = 0; i < CASES.size(); i++) {
      assertThat(row.isNullAt(i)).as(CASES.get(i).sql()).isTrue();
    }
  }

  private static String shown(Object value) {
    if (value instanceof byte[] bytes) {
      return java.util.HexFormat.of().withUpperCase().formatHex(bytes);
    } else if (value instanceof scala.collection.Seq<?> list) {
      List<String> elements = new ArrayList<>();
      scala.jdk.javaapi.CollectionConverters.asJava(list).forEach(e -> elements.add(shown(e)));
      return elements.toString();
    }
    return String.valueOf(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'infinity'::date",
        "'-infinity'::timestamp",
        "'infinity'::timestamptz",
        "'{2024-01-01,infinity}'::date[]",
        "'NaN'::numeric(10,2)",
        "'{NaN}'::numeric(10,2)[]",
        "'{{1,2},{3,4}}'::int[]",
        "'294276-12-31 23:59:59'::timestamp"
      })
  void whatAColumnCannotHoldIsRefused(String value) throws Exception {
    DATABASE.execute(
        "DROP TABLE IF EXISTS refused",
        "CREATE TABLE refused AS SELECT 1 AS id, " + value + " AS \"it's % v\"");
    Export export = DATABASE.export("refused");
    Dataset<Row> rows = export.rows();
    assertThat(rows.select("id").collectAsList()).as("it is not read").hasSize(1);
    try {
      rows.collectAsList();
      fail(value + " could be read");
    } catch (Exception e) {
      LakewardException error = export.unreadable(e).orElseThrow(() -> new AssertionError(e));
      assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
      if (value.contains("infinity") || value.contains("{{")) {
        assertThat(error.facts().get("problem")).contains("it's % v");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT sum(n) FROM numbers | numeric",
        "SELECT pg_current_wal_lsn() | pg_lsn",
        "SELECT extract(epoch FROM now()) | numeric"
      })
  void textThatDoesNotOrderIsNoVersion(String query, String type) throws Exception {
    DATABASE.execute(
        "DROP TABLE IF EXISTS numbers",
        "CREATE TABLE numbers (id bigserial, n bigint, at timestamptz)",
        "INSERT INTO numbers VALUES (1, 2, '2024-01-01 00:00:00+00')");
    try {
      DATABASE.snapshots("numbers", java.util.Optional.of(query), java.util.Map.of()).available();
      fail(query + " is no version");
    } catch (LakewardException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.EXPRESSION_INVALID);
      assertThat(e.facts().get("problem")).contains(type);
      assertThat(e.advice()).contains("CAST");
    }
  }
}
