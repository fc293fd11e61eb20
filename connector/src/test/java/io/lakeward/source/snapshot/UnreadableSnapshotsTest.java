package io.lakeward.source.snapshot;

import static io.lakeward.source.snapshot.LocalSpark.files;
import static io.lakeward.source.snapshot.LocalSpark.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that cannot be read as they are fail with their names, and nothing of them is passed over.
 */
class UnreadableSnapshotsTest {

  @RegisterExtension private static final LocalSpark SPARK = new LocalSpark();

  @TempDir private Path directory;

  private Snapshot snapshot(SnapshotFormat format) {
    return SPARK.snapshots(files(directory.resolve("v=1"), format, "v")).available().get(0);
  }

  private Snapshot declared(SnapshotFormat format, String ddl, Map<String, String> options) {
    return SPARK
        .snapshots(
            new SnapshotDescription(
                directory.resolve("v=1").toString(),
                format,
                Optional.of("v"),
                options,
                Optional.of(StructType.fromDDL(ddl)),
                Optional.empty()))
        .available()
        .get(0);
  }

  private Path lines(String name, String... lines) throws Exception {
    Path file = directory.resolve("v=1").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, List.of(lines));
  }

  private static void assertUnreadable(LakewardException error, Path file) {
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error).hasMessageContaining(file.toString());
    assertThat(error.facts().get("problem")).isNotBlank().doesNotContain("Exception:");
    assertThat(error.advice()).isNotBlank();
  }

  @ParameterizedTest
  @EnumSource(
      value = SnapshotFormat.class,
      names = {"PARQUET", "AVRO", "ORC"})
  void aFileOfAnotherFormatIsNamed(SnapshotFormat format) throws Exception {
    Path file = lines("part." + format.key(), "this is nothing of the kind, and long enough");
    assertUnreadable(Errors.ofReading(snapshot(format)), file);
  }

  @ParameterizedTest
  @EnumSource(
      value = SnapshotFormat.class,
      names = {"PARQUET", "AVRO", "ORC"})
  void aFileThatWasCutIsNamed(SnapshotFormat format) throws Exception {
    SPARK.write(
        "SELECT id, repeat(uuid(), 9) AS v FROM range(1000)", format, directory.resolve("v=1"));
    Path file = onlyFile();
    byte[] all = Files.readAllBytes(file);
    Files.copy(file, file.resolveSibling("part-a-whole-one"));
    Files.write(file, java.util.Arrays.copyOf(all, all.length * 2 / 3));
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    assertUnreadable(Errors.ofReading(snapshot(format)), file);
  }

  @Test
  void avroFilesOfSeveralSchemasAreRefusedWithoutOneForAll() {
    SPARK.write("SELECT 1 AS id", SnapshotFormat.AVRO, directory.resolve("v=1/p=a"));
    SPARK.write("SELECT 2 AS id, 'x' AS v", SnapshotFormat.AVRO, directory.resolve("v=1/p=b"));
    LakewardException error = Errors.of(() -> snapshot(SnapshotFormat.AVRO).rows());
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error).hasMessageContaining("another schema").hasMessageContaining("avroSchema");
    assertThat(rows(declared(SnapshotFormat.AVRO, "id INT, v STRING", Map.of())))
        .containsExactly("[1,null,a]", "[2,x,b]");
  }

  private Path onlyFile() throws Exception {
    try (Stream<Path> files = Files.list(directory.resolve("v=1"))) {
      return files
          .filter(f -> f.getFileName().toString().startsWith("part-0"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void aBrokenPageIsFoundWhenItIsRead() throws Exception {
    SPARK.write(
        "SELECT id, repeat(uuid(), 9) AS v FROM range(1000)",
        SnapshotFormat.PARQUET,
        directory.resolve("v=1"));
    Path file = onlyFile();
    byte[] all = Files.readAllBytes(file);
    java.util.Arrays.fill(all, 100, all.length / 2, (byte) 0xA5);
    Files.write(file, all);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    Snapshot snapshot = snapshot(SnapshotFormat.PARQUET);
    Dataset<Row> rows = snapshot.rows();
    assertUnreadable(
        Errors.ofEvaluation(snapshot, () -> rows.groupBy("v").count().collectAsList()), file);
  }

  @ParameterizedTest
  @EnumSource(
      value = SnapshotFormat.class,
      names = {"PARQUET", "JSON", "CSV", "AVRO", "ORC"})
  void aFileThatVanishesIsNamed(SnapshotFormat format) throws Exception {
    SPARK.write("SELECT 'a' AS id", format, directory.resolve("v=1"));
    Snapshot snapshot = snapshot(format);
    Dataset<Row> rows = snapshot.rows();
    Path file = onlyFile();
    Files.delete(file);
    assertUnreadable(
        Errors.ofEvaluation(snapshot, () -> rows.groupBy("id").count().collectAsList()), file);
  }

  @Test
  void aPathThatVanishesIsNamed() throws Exception {
    Path file = lines("part.json", "{\"id\":1}");
    Snapshot snapshot = snapshot(SnapshotFormat.JSON);
    Files.delete(file);
    Files.delete(file.getParent());
    assertUnreadable(Errors.of(snapshot::rows), file.getParent());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":1", "[1", "x", "{\"id\":\"a\"}", "{\"id\":1.5}"})
  void linesThatAreNotOfTheSchemaAreRefused(String line) throws Exception {
    Path file = lines("part.json", "{\"id\":1}", line);
    assertUnreadable(Errors.ofReading(declared(SnapshotFormat.JSON, "id BIGINT", Map.of())), file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"id\":1} {\"id\":2} | more than one value",
        "{\"id\":1}{\"id\":2} | more than one value",
        "{\"id\":1}x | not JSON",
        "[{\"id\":1}] [{\"id\":2}] | more than one value",
        "{\"ID\":1} | ID",
        "{\"id\":1,\"price\":1.005} | 1.005",
        "{\"id\":1,\"price\":\"1.005\"} | 1.005",
        "{\"id\":1,\"price\":123456789} | 123456789",
        "{\"id\":1,\"price\":0.1234567890123456789} | 0.1234567890123456789",
        "{\"id\":1,\"price\":\"1,000\"} | 1,000",
        "{\"id\":1,\"list\":[{\"p\":0.01}]} | 0.01",
        "{\"id\":1,\"map\":{\"a\":[0.01]}} | 0.01",
        "{\"id\":1,\"day\":\"2024-01-01T10:00:00\"} | 2024-01-01T10:00:00"
      })
  void whatSparkWouldPassOverInJsonIsRefused(String line, String told) throws Exception {
    for (String multiLine : List.of("false", "true")) {
      Path file =
          lines(
              "part.json",
              multiLine.equals("true") ? new String[] {line} : new String[] {"{\"id\":0}", line});
      Snapshot snapshot =
          declared(
              SnapshotFormat.JSON,
              "id BIGINT, price DECIMAL(9,2), list ARRAY<STRUCT<p: DECIMAL(2,1)>>,"
                  + " map MAP<STRING, ARRAY<DECIMAL(2,1)>>, day DATE",
              Map.of("multiLine", multiLine));
      LakewardException error = Errors.ofReading(snapshot);
      assertUnreadable(error, file);
      assertThat(error.facts().get("problem")).contains(told);
    }
  }

  @Test
  void severalLinesAreNotOneValue() throws Exception {
    Path file = lines("part.json", "{\"id\":1}", "{\"id\":2}");
    assertUnreadable(
        Errors.ofReading(declared(SnapshotFormat.JSON, "id BIGINT", Map.of("multiLine", "true"))),
        file);
  }

  @Test
  void jsonIsReadToTheLetter() throws Exception {
    lines(
        "part.json",
        "\uFEFF {\"id\":1,\"price\":1.50,\"big\":1234567890123456789012345678.0123456789,\"n\":1.10}",
        "",
        "[{\"id\":2,\"price\":\"1e1\",\"n\":{\"a\": 1.10}},{\"id\":3,\"more\":[{}]}]\t");
    assertThat(
            rows(
                declared(
                    SnapshotFormat.JSON,
                    "id SMALLINT, price DECIMAL(4,2), big DECIMAL(38,10), n VARCHAR(9)",
                    Map.of())))
        .containsExactly(
            "[1,1.50,1234567890123456789012345678.0123456789,1.10]",
            "[2,10.00,null,{\"a\": 1.10}]",
            "[3,null,null,null]");
  }

  @Test
  void jsonOfSeveralLinesIsRead() throws Exception {
    lines("part.json", "[", "{\"id\":", "1},{\"id\":2}", "]");
    assertThat(rows(declared(SnapshotFormat.JSON, "id BIGINT", Map.of("multiLine", "true"))))
        .containsExactly("[1]", "[2]");
  }

  @Test
  void jsonOfOtherEncodingsIsRefused() {
    LakewardException error =
        Errors.of(() -> declared(SnapshotFormat.JSON, "id BIGINT", Map.of("encoding", "UTF-16")));
    assertThat(error.code()).isEqualTo(ErrorCode.MAPPING_INVALID);
    assertThat(error.facts()).containsEntry("key", "snapshot.options.encoding");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "-1E+2147483647", "1e-999999999"})
  void hugeExponentsAreToldAndNotWrittenOut(String number) throws Exception {
    Path csv = lines("part.csv", "id,price", "1," + number);
    assertUnreadable(
        Errors.ofReading(declared(SnapshotFormat.CSV, "id INT, price DECIMAL(9,2)", Map.of())),
        csv);
    Files.delete(csv);
    Path json = lines("part.json", "{\"id\":1,\"price\":%s}".formatted(number));
    assertUnreadable(
        Errors.of(
            () -> declared(SnapshotFormat.JSON, "id INT, price DECIMAL(9,2)", Map.of()).rows()),
        json);
  }

  @Test
  void csvIsReadToTheLetter() throws Exception {
    lines(
        "part.csv",
        "id,name,price,day",
        "1,\"a\"\"b\",1.50,2024-02-29",
        "2,\"\",1e1,",
        "3,,,",
        "4,\"two",
        "lines, and more\",-0.01,",
        "5,C:\\dir\\,,",
        "6, 5\" nail ,,");
    assertThat(
            rows(
                declared(
                    SnapshotFormat.CSV,
                    "id INT, name STRING, price DECIMAL(9,2), day DATE",
                    Map.of())))
        .containsExactly(
            "[1,a\"b,1.50,2024-02-29]",
            "[2,,10.00,null]",
            "[3,null,null,null]",
            "[4,two\nlines, and more,-0.01,null]",
            "[5,C:\\dir\\,null,null]",
            "[6, 5\" nail ,null,null]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "1.005, | 1.005",
        "123456789, | 123456789",
        "0.1234567890123456789, | 0.1234567890123456789",
        "x, | x",
        "NaN, | NaN",
        ",2024-01-01 10:00:00 | 2024-01-01 10:00:00",
        ",2024-1-1 | 2024-1-1",
        ",2024-02-30 | 30",
        "\"1\"x, | quote",
        "\"1\\\"2\", | quote"
      })
  void whatSparkWouldChangeInCsvIsRefused(String line, String told) throws Exception {
    Path file = lines("part.csv", "price,day", line);
    LakewardException error =
        Errors.ofReading(declared(SnapshotFormat.CSV, "price DECIMAL(9,2), day DATE", Map.of()));
    assertUnreadable(error, file);
    assertThat(error.facts().get("problem")).contains(told);
  }

  @Test
  void csvMayBeEscapedAsSparkDoes() throws Exception {
    lines("part.csv", "name", "\"a\\\"b\"");
    assertThat(rows(declared(SnapshotFormat.CSV, "name STRING", Map.of("escape", "\\"))))
        .containsExactly("[a\"b]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id,name | x,a",
        "id,name | 1",
        "id,name | 1,a,b",
        "id,name | 1.5,a",
      })
  void csvThatIsNotOfTheSchemaIsRefused(String header, String line) throws Exception {
    Path file = lines("part.csv", header, line);
    Snapshot snapshot = declared(SnapshotFormat.CSV, "id BIGINT, name STRING", Map.of());
    assertUnreadable(Errors.ofReading(snapshot), file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id,nam", "ID,Nam", "name,id", "id", "id,name,more"})
  void csvWithOtherColumnsIsRefusedWhicheverAreRead(String header) throws Exception {
    Path file = lines("part.csv", header, "1,2");
    Snapshot snapshot = declared(SnapshotFormat.CSV, "id BIGINT, name STRING", Map.of());
    assertUnreadable(Errors.ofReading(snapshot), file);
    Dataset<Row> rows = snapshot.rows();
    assertUnreadable(
        Errors.ofEvaluation(snapshot, () -> rows.agg(functions.max("id")).collectAsList()), file);
  }

  @Test
  void filesOfOneSnapshotMustHaveOneHeader() throws Exception {
    lines("a.csv", "id,name", "1,a");
    lines("b.csv", "id,title", "1,a");
    LakewardException error = Errors.ofReading(snapshot(SnapshotFormat.CSV));
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error).hasMessageContaining(".csv");
  }

  @Test
  void csvWithoutAHeaderIsRefused() throws Exception {
    Path file = lines("part.csv");
    assertThat(file).isEmptyFile();
    assertUnreadable(Errors.ofReading(declared(SnapshotFormat.CSV, "id BIGINT", Map.of())), file);
    assertThat(rows(declared(SnapshotFormat.CSV, "id BIGINT", Map.of("header", "false"))))
        .isEmpty();
  }

  @Test
  void anEmptyDirectoryIsNoSnapshotWithoutRows() throws Exception {
    Files.createDirectories(directory.resolve("v=1"));
    Files.createFile(directory.resolve("v=1/_SUCCESS"));
    assertUnreadable(
        Errors.ofReading(declared(SnapshotFormat.JSON, "id BIGINT", Map.of())),
        directory.resolve("v=1"));
  }

  @Test
  void anEmptyFileOfLinesNeedsDeclaredColumns() throws Exception {
    Path file = lines("part.json");
    assertUnreadable(Errors.ofReading(snapshot(SnapshotFormat.JSON)), file.getParent());
    assertThat(rows(declared(SnapshotFormat.JSON, "id BIGINT", Map.of()))).isEmpty();
  }

  @Test
  void whatIsDoneWithTheRowsIsNoFailureOfReading() throws Exception {
    lines("part.json", "{\"id\":0}");
    Snapshot snapshot = snapshot(SnapshotFormat.JSON);
    try {
      snapshot.rows().select(functions.expr("1 div id")).collectAsList();
      throw new AssertionError("nothing was thrown");
    } catch (RuntimeException e) {
      assertThat(snapshot.unreadable(e)).isEmpty();
    }
    assertThat(snapshot.unreadable(new IllegalStateException())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ignoreMissingFiles,true",
    "IGNORECORRUPTFILES,True",
    "mode,DROPMALFORMED",
    "basePath,/",
    "path,/",
    "query,SELECT 1"
  })
  void optionsThatWouldLoseRowsAreRefused(String option, String value) {
    LakewardException error =
        Errors.of(() -> declared(SnapshotFormat.JSON, "id BIGINT", Map.of(option, value)));
    assertThat(error.code()).isEqualTo(ErrorCode.MAPPING_INVALID);
    assertThat(error.facts()).containsEntry("key", "snapshot.options." + option);
  }

  @Test
  void settingsOfTheSessionLoseNoRows() throws Exception {
    SPARK.session().conf().set("spark.sql.files.ignoreMissingFiles", "true");
    SPARK.session().conf().set("spark.sql.files.ignoreCorruptFiles", "true");
    try {
      aFileThatVanishesIsNamed(SnapshotFormat.PARQUET);
    } finally {
      SPARK.session().conf().unset("spark.sql.files.ignoreMissingFiles");
      SPARK.session().conf().unset("spark.sql.files.ignoreCorruptFiles");
    }
  }

  @Test
  void aFileSystemThatIsNotThereIsTold() {
    LakewardException error =
        Errors.of(
            () ->
                SPARK
                    .snapshots(files("nowhere://bucket/v=*", SnapshotFormat.JSON, "v"))
                    .available());
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error).hasMessageContaining("nowhere");
  }

  @Test
  void aPatternThatIsNoneIsTold() {
    LakewardException error =
        Errors.of(
            () -> SPARK.snapshots(files(directory + "/v=[", SnapshotFormat.JSON, "v")).available());
    assertThat(error.code()).isEqualTo(ErrorCode.SNAPSHOT_UNREADABLE);
    assertThat(error.facts()).containsKey("problem");
  }

  @Test
  void nothingIsFoundWhereNothingIs() {
    Snapshots snapshots =
        SPARK.snapshots(files(directory.resolve("version=*"), SnapshotFormat.JSON, "version"));
    assertThat(snapshots.available()).isEmpty();
    assertThat(Errors.of(snapshots::latest).code()).isEqualTo(ErrorCode.SNAPSHOT_NOT_FOUND);
    assertThat(snapshots.notFound().facts())
        .containsEntry("path", directory.resolve("version=*").toString());
  }
}
