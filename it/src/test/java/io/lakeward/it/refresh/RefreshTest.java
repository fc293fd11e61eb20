package io.lakeward.it.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.ConnectorProcess;
import io.lakeward.it.connector.Rebuild;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import io.lakeward.mapping.file.MappingFile;
import io.lakeward.observe.BatchReport;
import io.lakeward.observe.Reporter;
import io.lakeward.pipeline.Refresh;
import io.lakeward.pipeline.Refresh.Demand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that is built anew: what becomes of it, and of what was there. */
class RefreshTest {

  private static final String[] KEYS = {"keys: [id]", "sequence_by: seq"};
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path directory;

  private Users users;
  private Path mapping;

  @BeforeEach
  void replicateTwoRows() {
    users = new Users(directory);
    users.change(1, "alice", "Paris", 1);
    users.change(2, "bob", "Rome", 2);
    users.change(1, "alicia", "Paris", 3);
    mapping = users.mapping(KEYS);
    Run.once(mapping);
  }

  @Test
  void theRowsAreTheSameAndNothingElseIsLeft() {
    List<Map<String, Object>> before = users.rows();
    String old = users.table().iceberg().location();
    var done = Rebuild.of(mapping, Users.TABLE);
    assertThat(done.before().toString()).isEqualTo("2 rows");
    assertThat(done.after()).isEqualTo(done.before());
    assertThat(done.records()).isEqualTo(3);
    assertThat(users.rows()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(users.look(Lake::tables)).containsExactly(Users.TABLE);
    assertThat(Users.filesBelow(old)).isEmpty();
    assertThat(directory.resolve("checkpoints/shop/" + Users.SIDE)).doesNotExist();

    String second = users.table().iceberg().location();
    Rebuild.of(mapping, Users.TABLE);
    String third = users.table().iceberg().location();
    assertThat(List.of(second, third)).allMatch(location -> location.matches(old + "-\\w{12}"));
    assertThat(third).isNotEqualTo(second);
    assertThat(Users.filesBelow(second)).isEmpty();
  }

  @Test
  void laterRunsReadNothingTwice() {
    Rebuild.of(mapping, Users.TABLE);
    assertThat(Run.once(mapping).records(Users.TABLE)).isZero();
    users.change(3, "carol", "Oslo", 4);
    assertThat(Run.once(mapping).records(Users.TABLE)).isEqualTo(1);
    users.change(3, "caro", "Oslo", 5);
    Rebuild.of(mapping, Users.TABLE);
    users.change(4, "dan", "Bern", 6);
    Run last = Run.once(mapping);
    assertThat(last.records(Users.TABLE)).isEqualTo(1);
    assertThat(users.rows())
        .extracting(row -> row.get("name"))
        .containsExactlyInAnyOrder("alicia", "bob", "caro", "dan");
  }

  @Test
  void whatOthersSetOnTheTableStays() {
    users.look(
        lake -> {
          Table iceberg = lake.table(Users.TABLE).iceberg();
          iceberg
              .updateProperties()
              .set("owner", "finance")
              .set("write.parquet.compression-codec", "gzip")
              .set("write.metadata.metrics.column.name", "full")
              .set("write.metadata.metrics.column.city", "full")
              .commit();
          iceberg.updateSpec().addField(Expressions.bucket("id", 4)).commit();
          return iceberg;
        });
    String[] properties = {
      KEYS[0],
      KEYS[1],
      "except_column_list: [city]",
      "table_properties: {write.parquet.compression-codec: zstd}"
    };
    Rebuild.of(users.mapping(properties), Users.TABLE);
    assertThat(users.table().iceberg().properties())
        .containsEntry("owner", "finance")
        .containsEntry("write.parquet.compression-codec", "zstd")
        .containsEntry("write.metadata.metrics.column.name", "full")
        .doesNotContainKey("write.metadata.metrics.column.city");
    assertThat(users.table().iceberg().spec().fields())
        .extracting(field -> field.transform().toString())
        .containsExactly("bucket[4]");
  }

  @Test
  void readersSeeTheOldRowsUntilTheSwap() {
    List<Map<String, Object>> before = users.rows();
    List<List<Map<String, Object>>> seen = new ArrayList<>();
    Reporter looking =
        new Reporter() {
          @Override
          public void batch(BatchReport report) {
            seen.add(users.rows());
          }

          @Override
          public void notice(String table, String text) {}

          @Override
          public void failed(String table, Throwable cause) {}
        };
    new Refresh(MappingFile.read(mapping), Users.TABLE, Demand.EVERY_RECORD, looking).run();
    assertThat(seen).hasSize(3).allSatisfy(rows -> assertThat(rows).hasSameElementsAs(before));
  }

  @Test
  void aFlowThatFailsLeavesTheTableAsItWas() {
    List<Map<String, Object>> before = users.rows();
    String[] wrong = {KEYS[0], "sequence_by: nullif(seq, 2)"};
    Refresh refresh =
        new Refresh(
            MappingFile.read(users.mapping(wrong)),
            Users.TABLE,
            Demand.EVERY_RECORD,
            Rebuild.lines());
    assertThat(refresh.run()).isEqualTo(new Refresh.Outcome.Failed("lake.shop.users"));
    assertThat(users.rows()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(users.look(Lake::tables)).containsExactly(Users.TABLE);
  }

  @Test
  void aStopLeavesTheTableAsItWas() {
    Refresh refresh =
        new Refresh(MappingFile.read(mapping), Users.TABLE, Demand.EVERY_RECORD, Rebuild.lines());
    refresh.requestStop();
    String uuid = users.table().iceberg().uuid().toString();
    assertThat(refresh.run()).isEqualTo(new Refresh.Outcome.Stopped());
    assertThat(users.table().iceberg().uuid()).hasToString(uuid);
    assertThat(users.look(Lake::tables)).containsExactly(Users.TABLE);
  }

  @Test
  void aCaptureMustHoldAllThatWasRead() throws IOException {
    Files.delete(directory.resolve("capture/0001.jsonl"));
    LakewardException refused = Rebuild.refused(mapping, Users.TABLE, Demand.EVERY_RECORD);
    assertThat(refused.code()).isEqualTo(ErrorCode.SOURCE_INCOMPLETE);
    assertThat(refused.facts()).containsEntry("missing", "0001.jsonl");
    assertThat(refused.advice()).contains("--force");
    assertThat(users.rows()).hasSize(2);
    Rebuild.forced(mapping, Users.TABLE);
    assertThat(users.rows()).extracting(row -> row.get("name")).containsExactly("alicia");
  }

  @Test
  void aSourceWithoutRecordsMakesNoTable() {
    Path wrong = write(mapping, read(mapping).replace("topic: users", "topic: nobody"));
    LakewardException refused = Rebuild.refused(wrong, Users.TABLE, Demand.EVERY_RECORD);
    assertThat(refused.code()).isEqualTo(ErrorCode.SOURCE_EMPTY);
    assertThat(users.rows()).hasSize(2);
    assertThat(users.look(Lake::tables)).containsExactly(Users.TABLE);
  }

  @Test
  void refusesWhatItCannotRefresh() {
    LakewardException unknown = Rebuild.refused(mapping, "user", Demand.EVERY_RECORD);
    assertThat(unknown.code()).isEqualTo(ErrorCode.TABLE_UNKNOWN);
    assertThat(unknown.advice()).isEqualTo("Did you mean users?");

    Path another = write(mapping, read(mapping).replace("pipeline: shop", "pipeline: another"));
    assertThat(Rebuild.refused(another, Users.TABLE, Demand.EVERY_RECORD).code())
        .isEqualTo(ErrorCode.TABLE_OWNED);

    Path renamed = write(mapping, read(mapping).replace("target: users", "target: new_users"));
    LakewardException absent = Rebuild.refused(renamed, "new_users", Demand.EVERY_RECORD);
    assertThat(absent.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND);
    assertThat(absent.advice()).contains("run the pipeline");
  }

  @Test
  void aCatalogThatCannotRenameIsRefusedAtOnce() {
    Path hadoop =
        write(
            mapping,
            read(users.mapping(KEYS))
                .replace("type: local", "type: hadoop")
                .replace("/lake\"", "/hadoop\"")
                .replace("/checkpoints\"", "/others\""));
    Run.once(hadoop);
    LakewardException refused = Rebuild.refused(hadoop, Users.TABLE, Demand.EVERY_RECORD);
    assertThat(refused.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
    assertThat(refused.advice()).contains("drop the table and delete its checkpoints");
  }

  @Test
  void theCommandSaysWhatItDoes() {
    try (ConnectorProcess refresh = refreshing(Users.TABLE)) {
      assertThat(refresh.exitCode(PATIENCE)).as(refresh.output()).isZero();
      assertThat(refresh.stdout().lines().toList())
          .hasSize(5)
          .startsWith("lake.shop.users: builds it anew beside its 2 rows")
          .endsWith("lake.shop.users: refreshed: 3 records read, 2 rows before, 2 rows now");
    }
    try (ConnectorProcess refresh = refreshing("usres")) {
      assertThat(refresh.exitCode(PATIENCE)).isEqualTo(2);
      assertThat(refresh.stderr()).contains("TABLE_UNKNOWN", "Did you mean users?");
    }
  }

  private ConnectorProcess refreshing(String table) {
    return ConnectorProcess.start(
        directory, "refresh", "--mapping", mapping.toString(), "--table", table);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
