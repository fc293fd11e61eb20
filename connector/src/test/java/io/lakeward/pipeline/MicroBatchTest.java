package io.lakeward.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.LakeCatalog;
import io.lakeward.lake.LakeTable;
import io.lakeward.lake.Tables;
import io.lakeward.mapping.Catalog;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.Retention;
import io.lakeward.observe.BatchReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import scala.Option;

/** One table, batch by batch, on real Spark and Iceberg. */
class MicroBatchTest {

  private static final StructType KAFKA =
      new StructType()
          .add("key", DataTypes.BinaryType)
          .add("value", DataTypes.BinaryType)
          .add("topic", DataTypes.StringType)
          .add("partition", DataTypes.IntegerType)
          .add("offset", DataTypes.LongType)
          .add("timestamp", DataTypes.TimestampType)
          .add("timestampType", DataTypes.IntegerType)
          .add("headers", "array<struct<key:string,value:binary>>");

  private static SparkSession session;
  private static org.apache.iceberg.catalog.Catalog catalog;
  private static int tables;
  private static Path checkpoints;

  private String table;
  private TargetTable target;
  private Retention retention;
  private long offset;
  private long batchId;

  @BeforeAll
  static void start(@TempDir Path warehouse) {
    checkpoints = warehouse.resolve("checkpoints");
    session =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();
    catalog =
        LakeCatalog.openOrCreate(
            new Catalog("lake", CatalogType.LOCAL, Optional.of(warehouse.toString()), Options.NONE),
            new Configuration());
  }

  @AfterAll
  static void stop() {
    session.stop();
  }

  @BeforeEach
  void newTable() {
    table = "t" + tables++;
    retention = Retention.FOREVER;
    target = target("test");
    assertThat(target.open(Optional.empty())).isEmpty();
  }

  private TargetTable target(String pipeline) {
    return MappedTable.named(table)
        .in(
            new Tables(catalog, List.of("shop"), pipeline),
            new Checkpoint(checkpoints.resolve(table).toString(), new Configuration()));
  }

  @Test
  void theSlowerOfTwoFirstRunsOpensWhatTheOtherMade() {
    TargetTable slower = target("test");
    assertThat(slower.open(Optional.empty())).isEmpty();
    batch("u,1,1,x,y");
    target = slower;
    batch("u,1,2,z,y");
    assertThat(rows()).containsExactly("1,x,y", "2,z,y");
  }

  @Test
  void laterChangesReplaceAndDelete() {
    BatchReport first = batch("u,1,1,x,y", "u,1,2,x,y", "u,2,1,z,y");
    assertThat(rows()).containsExactly("1,z,y", "2,x,y");
    assertThat(first.applied()).isEqualTo(2);
    assertThat(first.superseded()).isEqualTo(1);
    BatchReport second = batch("d,3,2,,", "u,0,1,old,old", "u,4,3,new,");
    assertThat(rows()).containsExactly("1,z,y", "3,new,null");
    assertThat(second.applied()).isEqualTo(2);
    assertThat(second.superseded()).isEqualTo(1);
    batch("u,2,2,late,late");
    assertThat(rows()).containsExactly("1,z,y", "3,new,null");
    batch("u,9,2,back,");
    assertThat(rows()).containsExactly("1,z,y", "2,back,null", "3,new,null");
  }

  @Test
  void unauthoredColumnsKeepTheirOwnLatestAuthorAcrossBatches() {
    batch("u,10,1,A,B");
    batch("u,30,1,?,B3");
    assertThat(rows()).containsExactly("1,A,B3");
    batch("u,20,1,A2,B2");
    assertThat(rows()).containsExactly("1,A2,B3");
    batch("d,25,1,,");
    assertThat(rows()).containsExactly("1,null,B3");
    batch("u,22,1,late,late");
    assertThat(rows()).containsExactly("1,null,B3");
    batch("u,40,1,?,B4");
    assertThat(rows()).containsExactly("1,null,B4");
  }

  @Test
  void aRowTakesItsUnauthoredColumnsAlongToItsNewKey() {
    batch("u,1,1,text,b", "u,1,5,other,b");
    batch("d,2,1,,,2", "u,2,2,?,c,1");
    assertThat(rows()).containsExactly("2,text,c", "5,other,b");
    batch("u,3,7,?,d,2");
    assertThat(rows()).containsExactly("2,text,c", "5,other,b", "7,null,d");
    batch("d,3,2,,,7");
    assertThat(rows()).containsExactly("5,other,b", "7,text,d");
    batch("u,10,10,ten,b", "d,11,10,,,11", "u,11,11,?,b,10", "d,12,11,,,12", "u,12,12,?,z,11");
    assertThat(rows()).containsExactly("5,other,b", "7,text,d", "12,ten,z");
  }

  @Test
  void aKeyChangeWithoutHeadersIsLinkedByItsSequence() {
    batch("u,1,1,text,b", "u,1,5,other,b");
    BatchReport linked = batch("d,2,1,,", "d,3,5,,", "u,2,2,?,c,");
    assertThat(rows()).containsExactly("2,text,c");
    assertThat(linked.unlinked()).isZero();
    BatchReport lost = batch("u,9,7,?,c,");
    assertThat(rows()).containsExactly("2,text,c", "7,null,c");
    assertThat(lost.line()).contains("1 key change waiting for its old row");
  }

  /** Each line is a key; what comes of it keeps its order, in whatever batches. */
  static Stream<Arguments> unlinkedKeyChanges() {
    return Stream.of(
        arguments("one", List.of("u,1,1,text,b;d,5,1,,,", "u,5,2,?,c,"), List.of("2,text,c")),
        arguments(
            "chain",
            List.of("u,1,1,text,b;d,5,1,,,", "u,5,2,?,c,;d,6,2,,,", "u,6,3,?,d,"),
            List.of("3,text,d")),
        arguments(
            "old key used again",
            List.of("u,1,1,text,b;d,5,1,,,;u,7,1,new,b", "u,5,2,?,c,"),
            List.of("1,new,b", "2,text,c")),
        arguments(
            "new key changed and deleted",
            List.of("u,1,1,text,b;u,3,1,?,b3;d,5,1,,,", "u,5,2,?,c,;u,6,2,?,e;d,9,2,,,;u,10,2,x,y"),
            List.of("2,x,y")),
        arguments(
            "new key changed",
            List.of("u,1,1,text,b;d,5,1,,,", "u,5,2,?,c,;u,6,2,?,e"),
            List.of("2,text,e")),
        arguments(
            "onto a deleted key",
            List.of("u,1,1,text,b;d,5,1,,,", "u,2,2,other,b;d,4,2,,,;u,5,2,?,c,"),
            List.of("2,text,c")));
  }

  /** All assignments to three batches at once, each with keys and sequences of its own. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("unlinkedKeyChanges")
  void halvesOfAKeyChangeFindEachOtherInWhateverBatches(
      String name, List<String> keys, List<String> expected) {
    List<List<List<String>>> assignments = List.of(List.of(List.of(), List.of(), List.of()));
    for (String key : keys) {
      assignments = assignments.stream().flatMap(one -> withKey(one, key)).toList();
    }
    List<List<String>> batches = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < assignments.size(); i++) {
      int shift = 100 * (i + 1);
      for (int batch = 0; batch < 3; batch++) {
        for (String event : assignments.get(i).get(batch)) {
          batches.get(batch).add(shifted(event, shift));
        }
      }
      expected.forEach(
          row -> rows.add(shift + Integer.parseInt(row.substring(0, 1)) + row.substring(1)));
    }
    for (List<String> batch : batches) {
      batch(batch.toArray(String[]::new));
    }
    assertThat(rows()).containsExactlyElementsOf(rows);
    assertThat(catalog.loadTable(TableIdentifier.of("shop", table)).properties())
        .doesNotContainKey("lakeward.waiting");
    for (List<String> batch : batches) {
      batch(batch.toArray(String[]::new));
    }
    assertThat(rows()).as("delivered again").containsExactlyElementsOf(rows);
  }

  private static Stream<List<List<String>>> withKey(List<List<String>> batches, String key) {
    List<String> events = List.of(key.split(";"));
    List<List<List<String>>> all = new ArrayList<>();
    int size = events.size();
    for (int first = 0; first <= size; first++) {
      for (int second = first; second <= size; second++) {
        List<List<String>> parts =
            List.of(
                events.subList(0, first),
                events.subList(first, second),
                events.subList(second, size));
        List<List<String>> more = new ArrayList<>();
        for (int batch = 0; batch < 3; batch++) {
          List<String> both = new ArrayList<>(batches.get(batch));
          both.addAll(parts.get(batch));
          more.add(both);
        }
        all.add(more);
      }
    }
    return all.stream();
  }

  private static String shifted(String event, int shift) {
    String[] fields = event.split(",", -1);
    fields[1] = String.valueOf(Integer.parseInt(fields[1]) + shift);
    fields[2] = String.valueOf(Integer.parseInt(fields[2]) + shift);
    return String.join(",", fields);
  }

  @Test
  void aKeyChangeThatNeverHearsOfItsOldKeyIsForgottenInTime() {
    batch("u,9,7,?,c,");
    Table iceberg = catalog.loadTable(TableIdentifier.of("shop", table));
    assertThat(iceberg.properties()).containsKey("lakeward.waiting");
    retention = Retention.of(Duration.ZERO);
    batch("u,1,1,x,y");
    iceberg.refresh();
    assertThat(iceberg.properties()).doesNotContainKey("lakeward.waiting");
  }

  @Test
  void aRowThatOnlyAnExpiredSnapshotHasIsNotGuessed() {
    batch("u,1,1,text,b");
    batch("d,5,1,,,");
    batch("u,1,9,other,b");
    Table iceberg = catalog.loadTable(TableIdentifier.of("shop", table));
    long head = iceberg.currentSnapshot().snapshotId();
    iceberg
        .expireSnapshots()
        .expireOlderThan(System.currentTimeMillis() + 1000)
        .cleanExpiredFiles(true)
        .commit();
    assertThat(iceberg.currentSnapshot().snapshotId()).isEqualTo(head);
    assertThatThrownBy(() -> batch("u,5,2,?,c,"))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_CHANGES_UNLINKED));
    assertThat(rows()).containsExactly("9,other,b");
  }

  @Test
  void aLateChangeOfTheOldKeyReachesTheNewKeyThatIsNotInTheBatch() {
    batch("d,10,1,,,2", "u,10,2,?,c,1");
    assertThat(rows()).containsExactly("2,null,c");
    batch("u,5,1,late,b");
    assertThat(rows()).containsExactly("2,late,c");
    batch("d,10,1,,,2", "u,10,2,?,c,1");
    assertThat(rows()).containsExactly("2,late,c");
    batch("u,10,2,?,c,");
    assertThat(rows()).containsExactly("2,late,c");
  }

  @Test
  void aTruncateDeletesEveryOlderKeyAlsoOnesThatComeLater() {
    batch("u,1,1,a,", "u,9,2,new,");
    BatchReport report = batch("t,5,,,", "u,4,3,late,", "u,6,4,kept,");
    assertThat(rows()).containsExactly("2,new,null", "4,kept,null");
    assertThat(report.applied()).isEqualTo(2);
    assertThat(report.superseded()).isEqualTo(1);
    batch("u,3,5,late,", "u,7,6,kept,");
    assertThat(rows()).containsExactly("2,new,null", "4,kept,null", "6,kept,null");
  }

  @Test
  void aTruncateIsRememberedBeforeThereIsATable() {
    assertThat(batch("t,5,,,").unchanged()).isEqualTo(1);
    batch("u,4,1,late,", "u,6,2,kept,");
    assertThat(rows()).containsExactly("2,kept,null");
  }

  @Test
  void deletesAreRememberedWithinTheirRetentionAndNoLonger() {
    retention = Retention.of(Duration.ofDays(7));
    batch("u,1,1,a,", "u,1,2,b,", "u,1,3,c,");
    batch("d,5,1,,", "d,5,2,,", "d,5,9,,");
    batch("u,6,2,again,");
    batch("u,4,1,late,", "u,4,9,late,");
    assertThat(rows()).containsExactly("2,again,null", "3,c,null");
    assertThat(stateFiles()).isNotEmpty();
    retention = Retention.of(Duration.ZERO);
    batch("u,7,3,c2,", "d,7,4,,");
    assertThat(rows()).containsExactly("2,again,null", "3,c2,null");
    assertThat(stateFiles()).as("what the last batch wrote").hasSize(1);
    assertThat(stateDeletes()).isEmpty();
    batch("u,6,4,late,", "u,4,1,late,");
    assertThat(rows())
        .as("one too late")
        .containsExactly("1,late,null", "2,again,null", "3,c2,null");
    assertThat(stateFiles()).isEmpty();
  }

  @Test
  void aRejectedRecordKeepsTheWholeBatchOut() {
    batch("u,1,1,a,");
    assertThatThrownBy(() -> batch("u,2,1,b,", "z,3,1,c,"))
        .isInstanceOfSatisfying(
            LakewardException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.RECORD_REJECTED);
              assertThat(e.facts()).containsEntry("topic", "feed").containsEntry("offset", "2");
            });
    assertThat(rows()).containsExactly("1,a,null");
  }

  @Test
  void aSecondWriterFencesTheFirst() {
    batch("u,1,1,a,");
    TargetTable second = target("test");
    second.open(Optional.empty());
    assertThatThrownBy(() -> batch("u,2,1,b,"))
        .isInstanceOfSatisfying(
            LakewardException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITER_FENCED));
    assertThatThrownBy(() -> target("other").open(Optional.empty()))
        .isInstanceOfSatisfying(
            LakewardException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_OWNED));
    assertThat(rows()).containsExactly("1,a,null");
  }

  @Test
  void shuffledAndRebatchedChangesEndInTheSameTable() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      int id = random.nextInt(12);
      values.add(
          switch (random.nextInt(6)) {
            case 0 -> "d," + i + "," + id + ",,";
            case 1 -> "u," + i + "," + id + ",?,b" + i;
            case 2 -> "u," + i + "," + id + ",a" + i + ",?";
            default -> "u," + i + "," + id + ",a" + i + ",b" + i;
          });
    }
    batch(values.toArray(String[]::new));
    List<String> expected = rows();
    newTable();
    Collections.shuffle(values, random);
    for (int from = 0; from < values.size(); from += 20) {
      batch(values.subList(from, from + 20).toArray(String[]::new));
    }
    assertThat(rows()).as("seed %d", seed).isEqualTo(expected);
  }

  private BatchReport batch(String... values) {
    List<Row> rows = new ArrayList<>();
    for (String value : values) {
      rows.add(
          RowFactory.create(
              null, value.getBytes(UTF_8), "feed", 0, offset++, Instant.EPOCH, 0, null));
    }
    Dataset<Row> records = session.createDataFrame(rows, KAFKA);
    FlowPlan plan =
        new FlowPlan(
            "test", table, table, 0, new CommaFormat(), new NoOffsets(), retention, Map.of());
    return new MicroBatch(target, plan, records, batchId++, "query")
        .apply(Optional.empty(), "{\"feed\":{\"0\":" + offset + "}}");
  }

  private List<DataFile> stateFiles() {
    return stateTasks().stream().map(FileScanTask::file).toList();
  }

  private List<DeleteFile> stateDeletes() {
    Table iceberg = catalog.loadTable(TableIdentifier.of("shop", table));
    List<DeleteFile> deletes = new ArrayList<>();
    for (ManifestFile manifest :
        iceberg.snapshot(LakeTable.STATE_BRANCH).deleteManifests(iceberg.io())) {
      try (ManifestReader<DeleteFile> entries =
          ManifestFiles.readDeleteManifest(manifest, iceberg.io(), iceberg.specs())) {
        entries.forEach(delete -> deletes.add(delete.copy()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return deletes;
  }

  private List<FileScanTask> stateTasks() {
    try (CloseableIterable<FileScanTask> tasks =
        catalog
            .loadTable(TableIdentifier.of("shop", table))
            .newScan()
            .useRef(LakeTable.STATE_BRANCH)
            .planFiles()) {
      return StreamSupport.stream(tasks.spliterator(), false).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> rows() {
    SparkTable source = new SparkTable(catalog.loadTable(TableIdentifier.of("shop", table)));
    Dataset<Row> rows =
        org.apache.spark.sql.classic.Dataset.ofRows(
            (org.apache.spark.sql.classic.SparkSession) session,
            DataSourceV2Relation.create(source, Option.empty(), Option.empty()));
    return rows
        .selectExpr("id", "concat_ws(',', id, coalesce(a, 'null'), coalesce(b, 'null')) r")
        .orderBy("id")
        .collectAsList()
        .stream()
        .map(row -> row.getString(1))
        .toList();
  }

  /** Records of a test are known by their batch. */
  private static final class NoOffsets implements Feed {
    @Override
    public void check() {}

    @Override
    public Dataset<Row> stream(SparkSession spark, Optional<String> applied) {
      throw new IllegalStateException("batches are given");
    }

    @Override
    public Progress progress() {
      return new KafkaProgress();
    }

    @Override
    public Map<String, Map<Integer, Long>> appliedOffsets(Optional<String> applied) {
      return Map.of();
    }
  }
}
