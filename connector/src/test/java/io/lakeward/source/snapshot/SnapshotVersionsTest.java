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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions that are no versions, and versions that are no order. */
class SnapshotVersionsTest {

  @RegisterExtension private static final LocalSpark SPARK = new LocalSpark();

  @TempDir private Path directory;

  private LakewardException refused(String path, String version) {
    return Errors.of(
        () ->
            SPARK
                .snapshots(files(directory.resolve(path), SnapshotFormat.JSON, version))
                .available());
  }

  private void export(String path, String... lines) throws Exception {
    Path file = directory.resolve(path).resolve("part.json");
    Files.createDirectories(file.getParent());
    Files.write(file, List.of(lines));
  }

  @Test
  void aNameThatIsNowhereIsToldWithThoseThereAre() throws Exception {
    export("version=1", "{\"id\":1,\"n\":2}");
    LakewardException error = refused("version=*", "verison + 1");
    assertThat(error.code()).isEqualTo(ErrorCode.EXPRESSION_INVALID);
    assertThat(error.facts())
        .containsEntry("key", "version")
        .containsEntry("expression", "verison + 1")
        .containsEntry("place", "file:" + directory.resolve("version=1"))
        .containsEntry("of_the_place", "[path, version]")
        .containsEntry("of_the_rows", "[id, n]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "version +",
        "cast(version",
        "no_such_function(version)",
        "rand()",
        "uuid()",
        "max(version)",
        "count(*)",
        "max(n)",
        "*",
        "struct(*).nothing",
        "explode(array(version))",
        "row_number() OVER (ORDER BY version)",
        "(SELECT 1)",
        "version + (SELECT 1)",
        "n + (SELECT 1)",
        "date_add(version, 'x')",
        "cast(path AS INT)",
        "1 / (version - 1)",
        "n / (n - 2)"
      })
  void whatIsNoValueOfOneRowIsNoVersion(String version) throws Exception {
    export("version=1", "{\"id\":1,\"n\":2}");
    LakewardException error = refused("version=*", version);
    assertThat(error.code()).isEqualTo(ErrorCode.EXPRESSION_INVALID);
    assertThat(error.facts()).containsEntry("expression", version).containsKey("problem");
    assertThat(error.facts().get("problem")).isNotBlank();
  }

  @Test
  void sqlThatCannotBeParsedIsRefusedBeforeAnythingIsListed() {
    assertThat(
            Errors.of(
                    () ->
                        SPARK.snapshots(
                            files(directory.resolve("none"), SnapshotFormat.JSON, "version +")))
                .code())
        .isEqualTo(ErrorCode.EXPRESSION_INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nullif(version, 1)", "n", "CAST(null AS INT)"})
  void aSnapshotWithoutAVersionIsRefused(String version) throws Exception {
    export("version=1", "{\"id\":1,\"n\":2}", "{\"id\":2}");
    LakewardException error = refused("version=*", version);
    assertThat(error.code()).isEqualTo(ErrorCode.NULL_SEQUENCE);
    assertThat(error.facts())
        .containsEntry("expression", version)
        .containsEntry("place", "file:" + directory.resolve("version=1"));
  }

  @Test
  void theNullPartitionHasNoVersion() throws Exception {
    export("version=__HIVE_DEFAULT_PARTITION__", "{\"id\":1}");
    assertThat(refused("version=*", "version").code()).isEqualTo(ErrorCode.NULL_SEQUENCE);
  }

  @Test
  void versionsOfDifferentTypesAreRefused() throws Exception {
    export("version=20240101", "{\"id\":1}");
    export("version=2024-01-02", "{\"id\":1}");
    LakewardException error = refused("version=*", "version");
    assertThat(error.code()).isEqualTo(ErrorCode.EXPRESSION_INVALID);
    assertThat(error.facts())
        .containsEntry("file:" + directory.resolve("version=20240101"), "bigint")
        .containsEntry("file:" + directory.resolve("version=2024-01-02"), "date");
    assertThat(
            SPARK
                .snapshots(
                    files(
                        directory.resolve("version=*"),
                        SnapshotFormat.JSON,
                        "to_date(replace(CAST(version AS STRING), '-'), 'yyyyMMdd')"))
                .available())
        .extracting(snapshot -> snapshot.version().text())
        .containsExactly("2024-01-01", "2024-01-02");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "array(version) | array<bigint>",
        "map(version, 1) | map<bigint,int>",
        "array(n) | array<bigint>",
        "null | void",
        "INTERVAL '1' DAY | interval day",
      })
  void valuesWithoutAnOrderAreNoVersions(String version, String type) throws Exception {
    export("version=1", "{\"id\":1,\"n\":2}");
    LakewardException error = refused("version=*", version);
    assertThat(error.code()).isIn(ErrorCode.NON_ORDERABLE_SEQUENCE, ErrorCode.NULL_SEQUENCE);
    assertThat(error.facts()).containsEntry("expression", version);
    if (error.code() == ErrorCode.NON_ORDERABLE_SEQUENCE) {
      assertThat(error.facts()).containsEntry("type", type);
    }
  }

  @Test
  void twoPathsWithOneVersionAreBothNamed() throws Exception {
    export("version=1", "{\"id\":1}");
    export("version=01", "{\"id\":1}");
    LakewardException error = refused("version=*", "version");
    assertThat(error.code()).isEqualTo(ErrorCode.OUT_OF_ORDER_SNAPSHOT_VERSION);
    assertThat(error.facts()).containsEntry("version", "1");
    assertThat(List.of(error.facts().get("first"), error.facts().get("second")))
        .containsExactlyInAnyOrder(
            "file:" + directory.resolve("version=1"), "file:" + directory.resolve("version=01"));
  }

  @Test
  void aVersionOfColumnsMayNotBeInTwoPaths() throws Exception {
    export("a", "{\"id\":1,\"n\":1}");
    export("b", "{\"id\":2,\"n\":1}", "{\"id\":2,\"n\":2}");
    LakewardException error = refused("[ab]", "n");
    assertThat(error.code()).isEqualTo(ErrorCode.OUT_OF_ORDER_SNAPSHOT_VERSION);
    assertThat(rows(onlySnapshot("a", "n"))).containsExactly("[1,1]");
  }

  private Snapshot onlySnapshot(String path, String version) {
    return SPARK
        .snapshots(files(directory.resolve(path), SnapshotFormat.JSON, version))
        .available()
        .get(0);
  }

  @Test
  void thePlaceIsAskedBeforeTheColumns() throws Exception {
    export("n=1", "{\"id\":1,\"n\":7}");
    assertThat(onlySnapshot("n=*", "n").version().text()).isEqualTo("1");
    assertThat(onlySnapshot("n=*", "id").version().text()).isEqualTo("1");
  }

  @Test
  void whatEachRowHasIsNoVersion() throws Exception {
    SPARK.write("SELECT id FROM range(10001)", SnapshotFormat.JSON, directory.resolve("version=1"));
    LakewardException error = refused("version=*", "id");
    assertThat(error.code()).isEqualTo(ErrorCode.EXPRESSION_INVALID);
    assertThat(error.facts().get("problem")).contains("10000");
  }

  @Test
  void withoutAVersionThereMustBeOneSnapshot() throws Exception {
    export("version=1", "{\"id\":1}");
    SnapshotDescription description =
        new SnapshotDescription(
            directory.resolve("version=*").toString(),
            SnapshotFormat.JSON,
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Optional.empty());
    assertThat(rows(SPARK.snapshots(description).latest())).containsExactly("[1]");
    export("version=2", "{\"id\":1}");
    LakewardException error = Errors.of(() -> SPARK.snapshots(description).latest());
    assertThat(error.code()).isEqualTo(ErrorCode.MAPPING_INVALID);
    assertThat(error).hasMessageContaining("version=1").hasMessageContaining("version=2");
  }
}
