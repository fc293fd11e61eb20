package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.lake.DeadLetters;
import io.lakeward.lake.Tables;
import io.lakeward.mapping.Extent;
import io.lakeward.mapping.OnError;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.mapping.Retention;
import io.lakeward.observe.BatchReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.functions;
import scala.Option;

/** A table of its own that is filled batch by batch with the records of {@link CommaFormat}. */
final class BatchedTable {

  private static final AtomicInteger TABLES = new AtomicInteger();

  private final SparkLake lake;
  private final String name = "t" + TABLES.getAndIncrement();
  private TargetTable target;
  private Retention retention = Retention.FOREVER;
  private OnError onError = OnError.FAIL;
  private long offset;
  private long batchId;

  /** A table that does not exist yet. */
  BatchedTable(SparkLake lake) {
    this.lake = lake;
    target = target("test");
    assertThat(target.open(Optional.empty())).isEmpty();
  }

  /** The table's name. */
  String name() {
    return name;
  }

  /** The table as another writer sees it. */
  TargetTable target(String pipeline) {
    return MappedTable.named(name)
        .in(
            new Tables(lake.catalog(), List.of("shop"), pipeline),
            new Checkpoint(
                lake.directory().resolve("checkpoints").resolve(name).toString(),
                new Configuration()));
  }

  /** Lets another writer go on. */
  void writtenBy(TargetTable other) {
    target = other;
  }

  /** How long deletes are remembered from the next batch on. */
  void retain(Retention time) {
    retention = time;
  }

  /** Sets records aside from now on that cannot be applied. */
  void setAside() {
    onError = OnError.DEAD_LETTER;
  }

  /** Applies the records of the last batch once more, as after a crash. */
  BatchReport again(String... values) {
    offset -= values.length;
    batchId--;
    return batch(values);
  }

  /** Applies records as one batch. */
  BatchReport batch(String... values) {
    Dataset<Row> records = GivenRecords.batch(lake.session(), offset, List.of(values));
    offset += values.length;
    FlowPlan plan =
        new FlowPlan(
            "test",
            name,
            name,
            0,
            1,
            new CommaFormat(),
            new GivenRecords(GivenRecords.Known.BY_BATCH),
            retention,
            OnTruncate.TRUNCATE_ALL,
            onError,
            Extent.ENDLESS,
            Map.of());
    return new MicroBatch(target, plan, records, batchId++, "query")
        .apply(Optional.empty(), GivenRecords.end(offset));
  }

  /** The records of the table that were set aside. */
  List<Row> deadLetters() {
    Table letters = lake.catalog().loadTable(TableIdentifier.of("shop", DeadLetters.TABLE));
    return scan(letters).filter(functions.col("flow").equalTo(name)).collectAsList();
  }

  private Dataset<Row> scan(Table iceberg) {
    return org.apache.spark.sql.classic.Dataset.ofRows(
        (org.apache.spark.sql.classic.SparkSession) lake.session(),
        DataSourceV2Relation.create(new SparkTable(iceberg), Option.empty(), Option.empty()));
  }

  /** The rows by id, each as {@code id,a,b}. */
  List<String> rows() {
    return scan(iceberg())
        .selectExpr("id", "concat_ws(',', id, coalesce(a, 'null'), coalesce(b, 'null')) r")
        .orderBy("id")
        .collectAsList()
        .stream()
        .map(row -> row.getString(1))
        .toList();
  }

  /** The table as it is now. */
  Table iceberg() {
    return lake.catalog().loadTable(TableIdentifier.of("shop", name));
  }
}
