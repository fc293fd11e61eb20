package io.lakeward.pipeline.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.error.LakewardException;
import io.lakeward.lake.LakeCatalog;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.file.MappingFile;
import io.lakeward.pipeline.SparkSessions;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LakeQueryTest {

  private static final String EVERY_TYPE =
      """
      SELECT true AS b, CAST(9007199254740993 AS BIGINT) AS l, CAST(1.10 AS DECIMAL(38, 2)) AS d,
        CAST('NaN' AS DOUBLE) AS nan, CAST(1.5 AS FLOAT) AS f, 'a"\\u00fc' AS s, X'00FF' AS bin,
        DATE '2024-02-29' AS day, TIMESTAMP '2024-02-29 12:00:00.000001' AS ts,
        TIMESTAMP_NTZ '2024-02-29 12:00:00' AS ntz, array(1, NULL) AS arr,
        map('k', 1) AS m, named_struct('x', 1, 'y', CAST(NULL AS INT)) AS st,
        CAST(NULL AS STRING) AS n, parse_json('{"v":1}') AS v""";

  @TempDir private static Path directory;
  private static Mapping mapping;
  private static SparkSession spark;

  @BeforeAll
  static void lake() {
    mapping = mapping(directory.resolve("lake"));
    LakeCatalog.openOrCreate(mapping.lake().catalog(), new Configuration());
    spark = SparkSessions.of(mapping);
    spark.sql("CREATE NAMESPACE lake.shop");
    spark.sql("CREATE TABLE lake.shop.orders (id INT, note STRING) USING iceberg");
    spark.sql("INSERT INTO lake.shop.orders VALUES (1, 'x,y'), (20, NULL), (3, '')");
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  static List<Arguments> results() {
    String orders = "SELECT * FROM orders ORDER BY id";
    return List.of(
        Arguments.of(
            QueryFormat.JSON,
            orders,
            """
            {"id":1,"note":"x,y"}
            {"id":3,"note":""}
            {"id":20,"note":null}
            """),
        Arguments.of(QueryFormat.CSV, orders, "id,note\r\n1,\"x,y\"\r\n3,\"\"\r\n20,\r\n"),
        Arguments.of(
            QueryFormat.TABLE,
            orders,
            """
            id  note
            --  ----
             1  x,y
             3
            20  null
            (3 rows)
            """),
        Arguments.of(QueryFormat.JSON, "SELECT 1 AS a WHERE false", ""),
        Arguments.of(QueryFormat.TABLE, "SELECT 'a\\nb' AS a", "a\n----\na\\nb\n(1 row)\n"),
        Arguments.of(
            QueryFormat.JSON,
            "SHOW TABLES",
            "{\"namespace\":\"shop\",\"tableName\":\"orders\",\"isTemporary\":false}\n"),
        Arguments.of(
            QueryFormat.JSON,
            EVERY_TYPE,
            "{\"b\":true,\"l\":9007199254740993,\"d\":1.10,\"nan\":\"NaN\",\"f\":1.5,"
                + "\"s\":\"a\\\"ü\",\"bin\":\"AP8=\",\"day\":\"2024-02-29\","
                + "\"ts\":\"2024-02-29T12:00:00.000001Z\",\"ntz\":\"2024-02-29T12:00:00\","
                + "\"arr\":[1,null],\"m\":{\"k\":1},\"st\":{\"x\":1,\"y\":null},\"n\":null,"
                + "\"v\":{\"v\":1}}\n"),
        Arguments.of(
            QueryFormat.CSV,
            "SELECT array(1, 2) AS a, CAST(1.10 AS DECIMAL(5, 2)) AS d",
            "a,d\r\n\"[1,2]\",1.10\r\n"));
  }

  @ParameterizedTest
  @MethodSource("results")
  void rowsAreWrittenExactly(QueryFormat format, String sql, String expected) throws Exception {
    assertThat(written(sql, format)).isEqualTo(expected);
  }

  @Test
  void whatIsWiderThanTheFirstRowsSticksOut() throws Exception {
    String table =
        written(
            "SELECT id, repeat('x', CAST(id / 1000 AS INT)) AS x FROM range(1500)",
            QueryFormat.TABLE);

    assertThat(table.lines()).hasSize(1503).contains("999", "1499  x", "(1500 rows)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELEC 1|QUERY_INVALID|PARSE_SYNTAX_ERROR",
        "SELECT * FROM order|QUERY_INVALID|the namespace has the tables orders",
        "SELECT x FROM orders|QUERY_INVALID|UNRESOLVED_COLUMN",
        "SELECT 1 / (id - 1) FROM orders|QUERY_INVALID|DIVIDE_BY_ZERO",
        "DROP TABLE orders|QUERY_INVALID|query only reads",
        "DELETE FROM orders|QUERY_INVALID|query only reads",
        "INSERT INTO orders VALUES (1, 'a')|QUERY_INVALID|query only reads",
        "WITH a AS (SELECT 1, 'a') INSERT INTO orders SELECT * FROM a|QUERY_INVALID|query only reads",
        "SET x = 1|QUERY_INVALID|query only reads",
        "SELECT 1 AS a, 2 AS a|QUERY_INVALID|two columns of the result are called a",
      })
  void whatCannotRunIsSaid(String sql, String code, String said) {
    assertThatThrownBy(
            () -> {
              try {
                written(sql, QueryFormat.JSON);
              } catch (Exception e) {
                throw QueryErrors.translated(e, List.of("orders"));
              }
            })
        .isInstanceOf(LakewardException.class)
        .hasMessageStartingWith(code)
        .hasMessageContaining(said);
  }

  @Test
  void theLakeMustBeThere(@TempDir Path empty) throws Exception {
    LakeQuery absent = new LakeQuery(mapping(empty.resolve("no-lake")));
    assertThatThrownBy(() -> absent.run("SELECT 1", QueryFormat.JSON, new ByteArrayOutputStream()))
        .hasMessageStartingWith("WAREHOUSE_UNUSABLE");

    Path other = Files.createDirectory(empty.resolve("other"));
    LakeQuery unfilled = new LakeQuery(mapping(other));
    LakeCatalog.openOrCreate(mapping(other).lake().catalog(), new Configuration());
    assertThatThrownBy(
            () -> unfilled.run("SELECT 1", QueryFormat.JSON, new ByteArrayOutputStream()))
        .hasMessageStartingWith("NAMESPACE_NOT_FOUND");
  }

  private static String written(String sql, QueryFormat format) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new LakeQuery(mapping).write(spark, sql, format, out);
    return out.toString(UTF_8);
  }

  private static Mapping mapping(Path warehouse) {
    return new MappingFile(Map.of("WAREHOUSE", warehouse.toString()), Path.of(""))
        .parse(
            "m.yaml",
            """
            pipeline: p
            source: {capture: {path: c}}
            lake: {catalog: {warehouse: "${WAREHOUSE}"}, namespace: shop}
            tables: [{target: orders, topic: orders}]
            """);
  }
}
