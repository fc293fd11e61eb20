package io.lakeward.it.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.snapshot.Export;
import io.lakeward.source.snapshot.Snapshot;
import io.lakeward.source.snapshot.Snapshots;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A table or query of PostgreSQL is one snapshot. */
class PostgresSnapshotsTest {

  @RegisterExtension private static final Database DATABASE = new Database();

  @BeforeEach
  void fill() throws Exception {
    DATABASE.execute(
        "DROP SCHEMA IF EXISTS \"Shop\" CASCADE",
        "CREATE SCHEMA \"Shop\"",
        "CREATE TABLE \"Shop\".\"Customers\" (id bigserial PRIMARY KEY, small smallserial,"
            + " \"first \"\"name\" text, changed timestamptz)",
        "INSERT INTO \"Shop\".\"Customers\" (\"first \"\"name\", changed) VALUES"
            + " ('Ann', '2024-01-01 00:00:00+00'), ('Bob', '2024-01-02 00:00:00.000001+00')");
  }

  private static List<String> rows(Export export) {
    return export.rows().collectAsList().stream().map(Object::toString).sorted().toList();
  }

  private static Snapshots snapshots(String version) {
    return DATABASE.snapshots("\"Shop\".\"Customers\"", Optional.of(version), Map.of());
  }

  @Test
  void namesAreThoseOfTheDatabase() {
    Export export = DATABASE.export("\"Shop\".\"Customers\"");
    assertThat(export.place()).startsWith("\"Shop\".\"Customers\" in jdbc:postgresql://127.0.0.1:");
    assertThat(export.rows().schema().toDDL())
        .isEqualTo("id BIGINT,small INT,`first \"name` STRING,changed TIMESTAMP");
    assertThat(rows(export))
        .containsExactly("[1,1,Ann,2024-01-01T00:00:00Z]", "[2,2,Bob,2024-01-02T00:00:00.000001Z]");
  }

  @Test
  void theDatabaseTellsTheVersion() throws Exception {
    Snapshots snapshots = snapshots("SELECT max(changed) FROM \"Shop\".\"Customers\"");
    Snapshot first = snapshots.available().get(0);
    assertThat(first.version().text()).isEqualTo("2024-01-02T00:00:00.000001Z");
    assertThat(first.version().type().simpleString()).isEqualTo("timestamp");
    DATABASE.execute("UPDATE \"Shop\".\"Customers\" SET changed = changed + interval '1 day'");
    assertThat(snapshots.available().get(0).version()).isGreaterThan(first.version());
  }

  @Test
  void columnsTellVersions() {
    assertThat(snapshots("changed").available())
        .extracting(snapshot -> snapshot.version().text())
        .containsExactly("2024-01-01T00:00:00Z", "2024-01-02T00:00:00.000001Z");
    assertThat(rows(snapshots("date(changed)").latest()))
        .containsExactly("[2,2,Bob,2024-01-02T00:00:00.000001Z]");
  }

  @Test
  void columnsNeedNamesOfTheirOwn() {
    for (String query : List.of("SELECT 1 AS id, 2 AS id", "SELECT 1 AS id, 2 AS \"ID\"")) {
      LakewardException error =
          catchThrowableOfType(
              LakewardException.class, () -> DATABASE.export(query).rows().collectAsList());
      assertThat(error.code()).isEqualTo(ErrorCode.DUPLICATE_COLUMN_NAME);
    }
  }

  @Test
  void oneReadingSeesOneMoment() throws Exception {
    DATABASE.execute(
        "CREATE TABLE \"Shop\".moved (id int, side int)",
        "INSERT INTO \"Shop\".moved SELECT i, 0 FROM generate_series(1, 2000) i");
    Export export =
        DATABASE
            .snapshots(
                "SELECT *, pg_sleep(0.001) IS NULL AS slow FROM \"Shop\".moved",
                Optional.empty(),
                Map.of("fetchsize", "100"))
            .latest();
    Dataset<Row> rows = export.rows();
    Thread writer =
        new Thread(
            () -> {
              try {
                for (int side = 1; side < 6; side++) {
                  DATABASE.execute("UPDATE \"Shop\".moved SET side = " + side);
                }
              } catch (java.sql.SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    writer.start();
    List<Row> sides = rows.groupBy("side").count().collectAsList();
    writer.join();
    assertThat(sides).hasSize(1);
    assertThat(sides.get(0).getLong(1)).isEqualTo(2000);
  }

  @Test
  void largeTablesMayBeReadInParts() throws Exception {
    DATABASE.execute(
        "CREATE TABLE \"Shop\".large (id int, day date)",
        "INSERT INTO \"Shop\".large SELECT i, date '2024-01-01' + i FROM generate_series(1, 1000) i");
    Dataset<Row> rows =
        DATABASE
            .snapshots(
                "\"Shop\".large",
                Optional.empty(),
                Map.of(
                    "partitionColumn", "id",
                    "lowerBound", "1",
                    "upperBound", "1000",
                    "numPartitions", "4"))
            .latest()
            .rows();
    assertThat(rows.javaRDD().getNumPartitions()).isEqualTo(4);
    assertThat(rows.where("day > DATE'2024-01-02'").distinct().count()).isEqualTo(999);
  }

  @Test
  void whatTheSessionIsToldHoldsToo() {
    Export export =
        DATABASE
            .snapshots(
                "SELECT current_setting('application_name') AS name,"
                    + " '1 month'::interval AS month",
                Optional.empty(),
                Map.of("sessionInitStatement", "SET application_name = 'reader'"))
            .latest();
    assertThat(rows(export)).containsExactly("[reader,P1M]");
  }

  @Test
  void aDatabaseThatIsNotThereIsToldWithoutThePassword() {
    LakewardException error =
        catchThrowableOfType(
            LakewardException.class,
            () ->
                DATABASE
                    .snapshots(
                        "t",
                        Optional.empty(),
                        Map.of("url", DATABASE.url() + "_s3cret?password=s3cret"))
                    .latest()
                    .rows());
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error.facts().get("problem")).contains("does not exist").doesNotContain("s3cret");
    java.io.StringWriter trace = new java.io.StringWriter();
    error.getCause().printStackTrace(new java.io.PrintWriter(trace));
    assertThat(trace.toString()).doesNotContain("s3cret");
  }
}
