package io.lakeward.source.snapshot;

import static io.lakeward.source.snapshot.LocalSpark.files;
import static io.lakeward.source.snapshot.LocalSpark.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each path that a glob matches is a snapshot: mapping contract, "Snapshots as a source". */
class FileSnapshotsTest {

  @RegisterExtension private static final LocalSpark SPARK = new LocalSpark();

  @TempDir private Path directory;

  private List<Snapshot> available(String path, SnapshotFormat format, String version) {
    return SPARK.snapshots(files(directory.resolve(path), format, version)).available();
  }

  private static List<String> versions(List<Snapshot> snapshots) {
    return snapshots.stream().map(snapshot -> snapshot.version().text()).toList();
  }

  private void lines(String file, String... lines) throws Exception {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, List.of(lines));
  }

  @ParameterizedTest
  @EnumSource(
      value = SnapshotFormat.class,
      names = {"PARQUET", "JSON", "CSV", "AVRO", "ORC"})
  void everyFormatIsReadInTheOrderOfVersions(SnapshotFormat format) {
    for (int version : new int[] {10, 9, 1}) {
      SPARK.write(
          "SELECT 'a' AS id, 'v%d' AS v UNION ALL SELECT 'ü\"', null".formatted(version),
          format,
          directory.resolve("version=" + version));
    }
    List<Snapshot> found = available("version=*", format, "version");
    assertThat(versions(found)).containsExactly("1", "9", "10");
    assertThat(rows(found.get(1))).containsExactly("[a,v9]", "[ü\",null]");
    assertThat(found.get(1).rows().schema().toDDL()).isEqualTo("id STRING,v STRING");
    assertThat(found.get(1).place()).isEqualTo("file:" + directory.resolve("version=9"));
    assertThat(found).allMatch(Snapshot::isComplete);
  }

  @Test
  void typesAreThoseOfTheFilesOrWiderOnes() {
    SPARK.write(
        "SELECT 1S AS small, 2Y AS tiny, 3 AS int, ARRAY(4S) AS list, STRUCT(5Y AS f) AS struct,"
            + " MAP(1S, 2Y) AS map, CAST(1.5 AS DECIMAL(9,2)) AS price, DATE'2024-02-29' AS day,"
            + " TIMESTAMP_NTZ'2024-03-10 02:30:00' AS local",
        SnapshotFormat.PARQUET,
        directory.resolve("v=1"));
    Snapshot snapshot = available("v=1", SnapshotFormat.PARQUET, "v").get(0);
    assertThat(snapshot.rows().schema().toDDL().replaceAll(" NOT NULL", ""))
        .isEqualTo(
            "small INT,tiny INT,int INT,list ARRAY<INT>,struct STRUCT<f: INT>,map MAP<INT, INT>,"
                + "price DECIMAL(9,2),day DATE,local TIMESTAMP_NTZ");
    assertThat(rows(snapshot).get(0))
        .isEqualTo("[1,2,3,ArraySeq(4),[5],Map(1 -> 2),1.50,2024-02-29,2024-03-10T02:30]");
  }

  @Test
  void filesAreSnapshotsToo() throws Exception {
    lines("day_2024-01-02.json", "{\"id\":1}", "{\"id\":2}");
    lines("day_2024-01-01.json", "{\"id\":1}");
    lines("day_.json.crc", "{");
    List<Snapshot> found =
        available(
            "day_*.json",
            SnapshotFormat.JSON,
            "to_date(regexp_extract(path, 'day_(.*)[.]json', 1))");
    assertThat(versions(found)).containsExactly("2024-01-01", "2024-01-02");
    assertThat(rows(found.get(1))).containsExactly("[1]", "[2]");
  }

  @Test
  void aPathWithoutAGlobIsOneSnapshot() throws Exception {
    lines("customers.json", "{\"id\":1}");
    assertThat(available("customers.json", SnapshotFormat.JSON, "7").get(0).version().text())
        .isEqualTo("7");
    assertThat(available("suppliers.json", SnapshotFormat.JSON, "7")).isEmpty();
    assertThat(available("none/version=*", SnapshotFormat.JSON, "version")).isEmpty();
  }

  @Test
  void theVersionMayBeTheTimeOfLooking() throws Exception {
    lines("customers.json", "{\"id\":1}");
    Snapshots snapshots =
        SPARK.snapshots(
            files(directory.resolve("customers.json"), SnapshotFormat.JSON, "current_timestamp()"));
    Version first = snapshots.available().get(0).version();
    assertThat(snapshots.available().get(0).version()).isGreaterThan(first);
  }

  @Test
  void hiddenPathsAreLeftOut() throws Exception {
    lines("version=1/part.json", "{\"id\":1}");
    lines("version=1/.part.json.crc", "{");
    lines("version=1/_committed", "{");
    lines("version=1/_temporary/part.json", "{");
    lines("_version=2/version=2/part.json", "{\"id\":2}");
    lines("_temporary/version=3/part.json", "{\"id\":3}");
    lines(".staging/version=4/part.json", "{\"id\":4}");
    List<Snapshot> found = available("version=*", SnapshotFormat.JSON, "version");
    assertThat(rows(found.get(0))).containsExactly("[1]");
    assertThat(versions(available("*/version=*", SnapshotFormat.JSON, "version")))
        .as("a partition may begin with an underscore")
        .containsExactly("2");
    assertThat(versions(available("_temporary/version=*", SnapshotFormat.JSON, "version")))
        .as("what the glob names itself")
        .containsExactly("3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v=7 | bigint | 7",
        "v=007 | bigint | 7",
        "v=-7 | string | -7",
        "v=1.5 | string | 1.5",
        "v=99999999999999999999 | string | 99999999999999999999",
        "v=2024-02-29 | date | 2024-02-29",
        "v=2024-02-30 | string | 2024-02-30",
        "v=2024-01-01T10%3A00%3A00 | timestamp | 2024-01-01T10:00:00Z",
        "v=2024-01-01 10%3A00%3A00.5 | timestamp | 2024-01-01T10:00:00.500Z",
        "v=2024-01-01T10%3A00 | timestamp | 2024-01-01T10:00:00Z",
        "v=2024-01-01T10%3A00%3A00Z | timestamp | 2024-01-01T10:00:00Z",
        "v=2024-01-01T10%3A00%3A00+02%3A00 | timestamp | 2024-01-01T08:00:00Z",
        "v=2024-01-01T10%3A00%3A00+02 | timestamp | 2024-01-01T08:00:00Z",
        "v=2024-01-01T99%3A00%3A00Z | string | 2024-01-01T99:00:00Z",
        "v=2024-W01 | string | 2024-W01",
        "v=a%2Fb=c | string | a/b=c",
        "v=a[1]{b} | string | a[1]{b}",
      })
  void segmentsOfThePathAreTyped(String segment, String type, String version) throws Exception {
    lines("at=1/" + segment + "/part.json", "{\"id\":1}");
    Snapshot snapshot = available("at=*/v=*", SnapshotFormat.JSON, "v").get(0);
    assertThat(snapshot.version().text()).isEqualTo(version);
    assertThat(snapshot.version().type().simpleString()).isEqualTo(type);
    assertThat(snapshot.rows().columns()).containsExactly("id");
    assertThat(rows(snapshot)).containsExactly("[1]");
  }

  @Test
  void versionsMayBeStructsOfSegments() throws Exception {
    lines("year=2024/month=2/part.json", "{\"id\":1}");
    lines("year=2024/month=10/part.json", "{\"id\":1}");
    lines("year=2023/month=12/part.json", "{\"id\":1}");
    List<Snapshot> found =
        available("year=*/month=*", SnapshotFormat.JSON, "struct(year, CAST(month AS INT) AS m)");
    assertThat(versions(found))
        .containsExactly("[\"2023\",\"12\"]", "[\"2024\",\"2\"]", "[\"2024\",\"10\"]");
    assertThat(found.get(0).version().type().catalogString())
        .isEqualTo("struct<year:bigint,m:bigint>");
  }

  @Test
  void partitionsBelowTheMatchedPathStayColumns() throws Exception {
    lines("version=1/region=eu/part.json", "{\"id\":1}");
    lines("version=1/region=us/part.json", "{\"id\":2}");
    Snapshot snapshot = available("version=*", SnapshotFormat.JSON, "version").get(0);
    assertThat(snapshot.rows().columns()).containsExactly("id", "region");
    assertThat(rows(snapshot)).containsExactly("[1,eu]", "[2,us]");
    lines("version=2/value=7/part.json", "{\"id\":1} {\"id\":2}");
    assertThat(
            Errors.of(() -> available("version=2", SnapshotFormat.JSON, "version").get(0).rows()))
        .hasMessageContaining("more than one value");
  }

  @Test
  void namesOfPartitionsAreTextUnlessDeclared() throws Exception {
    lines("version=1/code=007/part.json", "{\"id\":1}");
    lines("version=1/code=10/part.json", "{\"id\":2}");
    assertThat(rows(available("version=*", SnapshotFormat.JSON, "version").get(0)))
        .containsExactly("[1,007]", "[2,10]");
    SnapshotDescription declared =
        new SnapshotDescription(
            directory.resolve("version=*").toString(),
            SnapshotFormat.JSON,
            Optional.of("version"),
            Map.of(),
            Optional.of(StructType.fromDDL("id BIGINT, code INT")),
            Optional.empty());
    assertThat(rows(SPARK.snapshots(declared).latest())).containsExactly("[1,7]", "[2,10]");
  }

  @Test
  void declaredColumnsThatNoRecordHasAreTold() throws Exception {
    lines("v=1/code=7/a.json", "{\"id\":1,\"n\":{\"name\":\"x\"}}", "[{\"id\":2,\"v\":null}]");
    lines("v=2/code=7/a.json", "");
    SnapshotDescription json =
        new SnapshotDescription(
            directory.resolve("v=*").toString(),
            SnapshotFormat.JSON,
            Optional.of("v"),
            Map.of(),
            Optional.of(
                StructType.fromDDL(
                    "id BIGINT, name STRING, n STRUCT<name: STRING>, v INT, code INT")),
            Optional.empty());
    List<Snapshot> found = SPARK.snapshots(json).available();
    assertThat(found.get(0).absentColumns()).containsExactly("name");
    assertThat(found.get(1).absentColumns()).as("no record").isEmpty();
  }

  @Test
  void eachValueOfAColumnIsASnapshot() throws Exception {
    lines(
        "exports.json",
        "{\"id\":1,\"as_of\":\"2024-01-02\"}",
        "{\"id\":1,\"as_of\":\"2024-01-01\"}",
        "{\"id\":2,\"as_of\":\"2024-01-02\"}");
    List<Snapshot> found = available("exports.json", SnapshotFormat.JSON, "CAST(as_of AS DATE)");
    assertThat(versions(found)).containsExactly("2024-01-01", "2024-01-02");
    assertThat(rows(found.get(0))).containsExactly("[2024-01-01,1]");
    assertThat(rows(found.get(1))).containsExactly("[2024-01-02,1]", "[2024-01-02,2]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n | 2",
        "CAST(n AS SMALLINT) | 2",
        "CAST(n AS FLOAT) / 2 | 1.0",
        "CAST(n AS DECIMAL(5,1)) | 2.0",
        "CAST(n AS STRING) | 2",
        "n = 2 | true",
        "date_from_unix_date(n) | 1970-01-03",
        "timestamp_micros(n) | 1970-01-01T00:00:00.000002Z",
        "CAST(timestamp_micros(n) AS TIMESTAMP_NTZ) | 1970-01-01T00:00:00.000002",
        "struct(n, nullif(n, 2) AS m, struct(date_from_unix_date(n) AS d)) |"
            + " [\"2\",null,\"[\\\"1970-01-03\\\"]\"]"
      })
  void rowsAreFoundByVersionsOfEveryType(String expression, String version) throws Exception {
    lines("exports.json", "{\"id\":\"a\",\"n\":1}", "{\"id\":\"b\",\"n\":2}");
    List<Snapshot> found = available("exports.json", SnapshotFormat.JSON, expression);
    assertThat(found).hasSize(2);
    Snapshot second =
        found.stream().filter(s -> s.version().text().equals(version)).findFirst().orElseThrow();
    assertThat(rows(second)).containsExactly("[b,2]");
  }

  @Test
  void versionsOfColumnsAreReadAgainWhereFilesHaveChanged() throws Exception {
    lines("exports/a.json", "{\"id\":1,\"n\":1}");
    Snapshots snapshots =
        SPARK.snapshots(files(directory.resolve("exports"), SnapshotFormat.JSON, "n"));
    assertThat(versions(snapshots.available())).containsExactly("1");
    assertThat(versions(snapshots.available())).containsExactly("1");
    lines("exports/b.json", "{\"id\":1,\"n\":2}");
    assertThat(versions(snapshots.available())).containsExactly("1", "2");
    Files.delete(directory.resolve("exports/a.json"));
    assertThat(versions(snapshots.available())).containsExactly("2");
  }

  @Test
  void declaredColumnsAreReadFromTextFiles() throws Exception {
    lines("v=1/a.csv", "id,price,day", "1,10.50,2024-02-29", "2,,");
    Optional<StructType> schema =
        Optional.of(StructType.fromDDL("id BIGINT, price DECIMAL(10,2), day DATE"));
    SnapshotDescription csv =
        new SnapshotDescription(
            directory.resolve("v=*").toString(),
            SnapshotFormat.CSV,
            Optional.of("v"),
            Map.of(),
            schema,
            Optional.empty());
    assertThat(rows(SPARK.snapshots(csv).latest()))
        .containsExactly("[1,10.50,2024-02-29]", "[2,null,null]");
  }

  @Test
  void optionsAreTheReaders() throws Exception {
    lines("v=1/a.csv", "id;note", "1;'a;", "b'");
    SnapshotDescription csv =
        new SnapshotDescription(
            directory.resolve("v=*").toString(),
            SnapshotFormat.CSV,
            Optional.of("v"),
            Map.of("sep", ";", "quote", "'", "multiline", "true"),
            Optional.empty(),
            Optional.empty());
    assertThat(rows(SPARK.snapshots(csv).latest())).containsExactly("[1,a;\nb]");
  }

  @Test
  void columnsThatOnlySomeFilesHaveAreRead() {
    SPARK.write("SELECT 1 AS id", SnapshotFormat.PARQUET, directory.resolve("v=1/a"));
    SPARK.write("SELECT 2 AS id, 'x' AS v", SnapshotFormat.PARQUET, directory.resolve("v=1/b"));
    SnapshotDescription parquet =
        new SnapshotDescription(
            directory.resolve("v=1").toString(),
            SnapshotFormat.PARQUET,
            Optional.of("v"),
            Map.of("recursiveFileLookup", "true"),
            Optional.empty(),
            Optional.empty());
    assertThat(rows(SPARK.snapshots(parquet).latest())).containsExactly("[1,null]", "[2,x]");
  }

  @Test
  void aSnapshotWithoutRowsIsOne() {
    SPARK.write(
        "SELECT 1 AS id WHERE false", SnapshotFormat.PARQUET, directory.resolve("version=1"));
    Snapshot snapshot = available("version=*", SnapshotFormat.PARQUET, "version").get(0);
    assertThat(rows(snapshot)).isEmpty();
    assertThat(snapshot.rows().columns()).containsExactly("id");
  }

  @Test
  void theLatestIsThatOfTheHighestVersion() throws Exception {
    lines("version=9/part.json", "{\"id\":9}");
    lines("version=10/part.json", "{\"id\":10}");
    Snapshots snapshots =
        SPARK.snapshots(files(directory.resolve("version=*"), SnapshotFormat.JSON, "version"));
    assertThat(rows(snapshots.latest())).containsExactly("[10]");
  }
}
