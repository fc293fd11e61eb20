package io.lakeward.it.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.snapshot.Export;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
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

  /** SQL of a value, the type of its column, and the value as Spark writes it. */
  private static final List<String> VALUES =
      List.of(
          "32767::smallint | INT | 32767",
          "(-2147483648)::int | INT | -2147483648",
          "9223372036854775807::bigint | BIGINT | 9223372036854775807",
          "4294967295::oid | BIGINT | 4294967295",
          "0.1::real | FLOAT | 0.1",
          "'NaN'::real | FLOAT | NaN",
          "1.7976931348623157e308::float8 | DOUBLE | 1.7976931348623157E308",
          "'-infinity'::float8 | DOUBLE | -Infinity",
          "0.1::float8 | DOUBLE | 0.1",
          "10.5::numeric(10,2) | DECIMAL(10,2) | 10.50",
          "(-9999999999999999999999999999.9999999999)::numeric(38,10) | DECIMAL(38,10)"
              + " | -9999999999999999999999999999.9999999999",
          "0.05::numeric(2,2) | DECIMAL(2,2) | 0.05",
          "1::numeric(60,20) | STRING | 1.00000000000000000000",
          "100.1230::numeric | STRING | 100.123",
          "100::numeric | STRING | 100",
          "100.00::numeric | STRING | 100",
          "1e-50::numeric | STRING | 0." + "0".repeat(49) + "1",
          "'NaN'::numeric | STRING | NaN",
          "'infinity'::numeric | STRING | Infinity",
          "'-$1,234.56'::money | DECIMAL(38,2) | -1234.56",
          "'$92,233,720,368,547,758.07'::money | DECIMAL(38,2) | 92233720368547758.07",
          "true | BOOLEAN | true",
          "B'1'::bit(1) | BOOLEAN | true",
          "B'101'::bit(3) | BINARY | 05",
          "B'101010101010'::bit(12) | BINARY | AA0A",
          "B'000000000000'::bit(12) | BINARY | ''",
          "B'1'::bit(64)::bit varying(64)::bit(64) | BINARY | 0000000000000080",
          "B'00110'::bit varying(40) | STRING | 00110",
          "B''::bit varying | STRING | ''",
          "'ab'::char(5) | STRING | 'ab   '",
          "'käse '::varchar(20) | STRING | 'käse '",
          "E'\\u00e9\\n\"''\\\\'::text | STRING | 'é\n\"'\\'",
          "''::text | STRING | ''",
          "'CiText'::citext | STRING | CiText",
          "'x'::\"char\" | STRING | x",
          "'n'::name | STRING | n",
          "'\\xdeadbeef'::bytea | BINARY | DEADBEEF",
          "'2024-02-29'::date | DATE | 2024-02-29",
          "'0001-01-01'::date | DATE | 0001-01-01",
          "'1582-10-10'::date | DATE | 1582-10-10",
          "'0044-03-15 BC'::date | DATE | -0043-03-15",
          "'12024-01-01'::date | DATE | +12024-01-01",
          "'2024-03-10 02:30:00'::timestamp | TIMESTAMP_NTZ | 2024-03-10T02:30",
          "'2024-11-03 01:30:00.123456'::timestamp | TIMESTAMP_NTZ | 2024-11-03T01:30:00.123456",
          "'1969-12-31 23:59:59.999999'::timestamp | TIMESTAMP_NTZ | 1969-12-31T23:59:59.999999",
          "'1582-10-10 00:00:00.001'::timestamp | TIMESTAMP_NTZ | 1582-10-10T00:00:00.001",
          "'0001-01-01 BC'::timestamp | TIMESTAMP_NTZ | 0000-01-01T00:00",
          "'12024-01-01'::timestamp | TIMESTAMP_NTZ | +12024-01-01T00:00",
          "'2024-02-29 12:34:56.789012+02'::timestamptz | TIMESTAMP"
              + " | 2024-02-29T10:34:56.789012Z",
          "'0001-01-01 00:00:00+00'::timestamptz | TIMESTAMP | 0001-01-01T00:00:00Z",
          "'9999-12-31 23:59:59.999999+00'::timestamptz | TIMESTAMP"
              + " | 9999-12-31T23:59:59.999999Z",
          "'294246-12-31 23:59:59+00'::timestamptz | TIMESTAMP | +294246-12-31T23:59:59Z",
          "'12:34:56.789000'::time | STRING | 12:34:56.789",
          "'24:00'::time | STRING | 24:00:00",
          "'23:59:59.999999'::time | STRING | 23:59:59.999999",
          "'00:30:00.5+02'::timetz | STRING | 22:30:00.5Z",
          "'1 year 2 months 3 days 04:05:06.789'::interval | STRING | P1Y2M3DT4H5M6.789S",
          "'-1 month'::interval | STRING | P-1M",
          "'0'::interval | STRING | PT0S",
          "'8C8c2f3a-4a0e-4d2f-9f63-0f3a7a1b2c3d'::uuid | STRING"
              + " | 8c8c2f3a-4a0e-4d2f-9f63-0f3a7a1b2c3d",
          "'{\"a\" : 1.0, \"a\" : 2}'::json | STRING | {\"a\" : 1.0, \"a\" : 2}",
          "'{\"b\":[1,null],\"a\":1.10}'::jsonb | STRING | {\"a\": 1.10, \"b\": [1, null]}",
          "'<a b=\"c\">d</a>'::xml | STRING | <a b=\"c\">d</a>",
          "'sad'::mood | STRING | sad",
          "'sad'::other.mood | STRING | sad",
          "9.5::grade | DECIMAL(4,1) | 9.5",
          "'(1,\"a b\")'::size | STRING | (1,\"a b\")",
          "'\"a\"=>\"1\", \"b\"=>NULL'::hstore | STRING | \"a\"=>\"1\", \"b\"=>NULL",
          "'192.168.1.5/24'::inet | STRING | 192.168.1.5/24",
          "'10/8'::cidr | STRING | 10.0.0.0/8",
          "'08002b:010203'::macaddr | STRING | 08:00:2b:01:02:03",
          "'[1,5]'::int4range | STRING | [1,6)",
          "'[2024-01-01 00:00:00+00,)'::tstzrange | STRING | [\"2024-01-01 00:00:00+00\",)",
          "'[-infinity,infinity)'::daterange | STRING | [-infinity,infinity)",
          "'{[1,3),[5,7)}'::int4multirange | STRING | {[1,3),[5,7)}",
          "'fat & cat'::tsquery | STRING | ''fat' & 'cat''",
          "'a:1'::tsvector | STRING | 'a':1",
          "'(1.5,-2.25)'::point | STRING | (1.5,-2.25)",
          "'16/B374D848'::pg_lsn | STRING | 16/B374D848",
          "'{1,NULL,3}'::smallint[] | ARRAY<INT> | [1, null, 3]",
          "'{}'::int[] | ARRAY<INT> | []",
          "'[5:6]={1,2}'::int[] | ARRAY<INT> | [1, 2]",
          "'{9223372036854775807}'::bigint[] | ARRAY<BIGINT> | [9223372036854775807]",
          "'{0.1,NaN,-infinity}'::real[] | ARRAY<FLOAT> | [0.1, NaN, -Infinity]",
          "'{1.7976931348623157e308}'::float8[] | ARRAY<DOUBLE> | [1.7976931348623157E308]",
          "'{1.50,99999999.99}'::numeric(10,2)[] | ARRAY<DECIMAL(10,2)> | [1.50, 99999999.99]",
          "'{1.50,1e30,NaN}'::numeric[] | ARRAY<STRING> | [1.5, 1" + "0".repeat(30) + ", NaN]",
          "'{t,f,NULL}'::boolean[] | ARRAY<BOOLEAN> | [true, false, null]",
          "E'{\"a,\\\\\"b\",\"NULL\",NULL,\"\"}'::text[] | ARRAY<STRING> | [a,\"b, NULL, null, ]",
          "'{a,bc}'::char(3)[] | ARRAY<STRING> | [a  , bc ]",
          "'{2024-02-29,0001-01-01,NULL}'::date[] | ARRAY<DATE> | [2024-02-29, 0001-01-01, null]",
          "'{2024-03-10 02:30:00.000001}'::timestamp[] | ARRAY<TIMESTAMP_NTZ>"
              + " | [2024-03-10T02:30:00.000001]",
          "'{2024-02-29 12:00+02}'::timestamptz[] | ARRAY<TIMESTAMP> | [2024-02-29T10:00:00Z]",
          "'{12:34:56.7890}'::time[] | ARRAY<STRING> | [12:34:56.789]",
          "'{\"\\\\xdead\",\"\\\\x\"}'::bytea[] | ARRAY<BINARY> | [DEAD, ]",
          "array[decode(repeat('ff', 100), 'hex')] | ARRAY<BINARY> | [" + "FF".repeat(100) + "]",
          "'{sad,NULL}'::mood[] | ARRAY<STRING> | [sad, null]",
          "'{sad}'::other.mood[] | ARRAY<STRING> | [sad]",
          "'{\"{\\\"a\\\": 1}\"}'::jsonb[] | ARRAY<STRING> | [{\"a\": 1}]",
          "'{$1.50}'::money[] | ARRAY<DECIMAL(38,2)> | [1.50]",
          "'{1 mon}'::interval[] | ARRAY<STRING> | [P1M]",
          "'{101}'::bit(3)[] | ARRAY<STRING> | [101]");

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

  private static List<String[]> cases() {
    return VALUES.stream().map(line -> line.split(" \\| ", -1)).toList();
  }

  private static String query(String template) {
    List<String> columns = new ArrayList<>();
    for (String[] each : cases()) {
      columns.add(template.formatted(each[0]) + " AS c" + columns.size());
    }
    return "SELECT " + String.join(",\n", columns);
  }

  @Test
  void valuesComeAsTheyAre() {
    Dataset<Row> rows = DATABASE.export(query("%s")).rows();
    Row row = rows.collectAsList().get(0);
    SoftAssertions softly = new SoftAssertions();
    for (int i = 0; i < cases().size(); i++) {
      String[] each = cases().get(i);
      softly
          .assertThat(rows.schema().fields()[i].dataType().sql())
          .as("type of " + each[0])
          .isEqualTo(each[1]);
      softly.assertThat(shown(row.get(i))).as(each[0]).isEqualTo(unquoted(each[2]));
    }
    softly.assertAll();
  }

  @Test
  void nullIsNullInEveryType() {
    Row row =
        DATABASE
            .export(
                "SELECT * FROM (" + query("%s") + ") AS v RIGHT JOIN (SELECT 1) AS one ON false")
            .rows()
            .collectAsList()
            .get(0);
    for (int i = 0; i < cases().size(); i++) {
      assertThat(row.isNullAt(i)).as(cases().get(i)[0]).isTrue();
    }
  }

  private static String unquoted(String text) {
    return text.startsWith("'") && text.endsWith("'") ? text.substring(1, text.length() - 1) : text;
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
