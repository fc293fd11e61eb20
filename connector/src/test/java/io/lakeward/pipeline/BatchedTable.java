package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.RejectReason;
import io.lakeward.lake.DeadLetterSelection;
import io.lakeward.lake.DeadLetters;
import io.lakeward.lake.Tables;
import io.lakeward.mapping.Extent;
import io.lakeward.mapping.FileLayout;
import io.lakeward.mapping.OnError;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.Retention;
import io.lakeward.observe.BatchReport;
import io.lakeward.source.RecordFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;

/** A table of its own that is filled batch by batch with the records of {@link CommaFormat}. */
final class BatchedTable {

  private static final AtomicInteger TABLES = new AtomicInteger();

  private final SparkLake lake;
  private final String name = "t" + TABLES.getAndIncrement();
  private TargetTable target;
  private final FileLayout layout;
  private Retention retention = Retention.FOREVER;
  private OnError onError = OnError.FAIL;
  private OptionalLong maxDeadLetters = OptionalLong.empty();
  private RecordFormat format = new CommaFormat();
  private long setAside;
  private long offset;
  private long batchId;

  /** A table that does not exist yet. */
  BatchedTable(SparkLake lake) {
    this(lake, FileLayout.UNSAID);
  }

  /** A table that does not exist yet, to be laid out like this. */
  BatchedTable(SparkLake lake, FileLayout layout) {
    this.lake = lake;
    this.layout = layout;
    target = target("test");
    assertThat(target.open(Optional.empty())).isEmpty();
  }

  /** The table's name. */
  String name() {
    return name;
  }

  /** The table as another writer sees it. */
  TargetTable target(String pipeline) {
    return MappedTable.laidOut(name, layout)
        .in(new Tables(lake.catalog(), List.of("shop"), pipeline), checkpoint());
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

  /** Sets at most so many records aside from now on, all batches together. */
  void setAsideAtMost(long records) {
    setAside();
    maxDeadLetters = OptionalLong.of(records);
  }

  /** Reads records otherwise from now on. */
  void read(RecordFormat as) {
    format = as;
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
    FlowPlan plan = plan();
    FromFeed.Range range = new FromFeed.Range(Optional.empty(), GivenRecords.end(offset));
    BatchReport report =
        new MicroBatch(target, plan, records, batchId, "query")
            .apply(new FromFeed(target, plan, records, batchId, range, setAside));
    batchId++;
    setAside += report.setAside().values().stream().mapToLong(Long::longValue).sum();
    return report;
  }

  private FlowPlan plan() {
    return new FlowPlan(
        "test",
        name,
        name,
        0,
        1,
        format,
        new GivenRecords(GivenRecords.Known.BY_BATCH),
        retention,
        OnTruncate.TRUNCATE_ALL,
        onError,
        maxDeadLetters,
        Extent.ENDLESS,
        Map.of());
  }

  /** Replays what stands aside, as a process of its own beside the one that writes the table. */
  Replay.Outcome replay(Optional<RejectReason> reason, Replay.Demand demand) {
    return replaying().run(reason.map(RejectReason::name), demand);
  }

  /** Replays all that stands aside. */
  Replay.Outcome replay() {
    return replay(Optional.empty(), Replay.Demand.EVERY_DELETE);
  }

  /** Merges all that stands aside as a replay does that is killed before it notes so. */
  BatchReport replayAndDie() {
    DeadLetterSelection.Choice all =
        new DeadLetterSelection.Choice(plan().owner(), name, Optional.empty());
    try (DeadLetterSelection records = letters().select(lake.session(), all)) {
      return replaying().merge(joined(), records);
    }
  }

  /** The replay of a process of its own. */
  TableReplay replaying() {
    return new TableReplay(lake.session(), letters(), List.of(joined()), new Silence());
  }

  private WiredFlow joined() {
    Checkpoint checkpoint = checkpoint();
    Tables tables = Tables.joining(lake.catalog(), List.of("shop"), "test");
    return new WiredFlow(
        plan(), MappedTable.laidOut(name, layout).in(tables, checkpoint), checkpoint);
  }

  /** What a reconciliation of a process of its own finds, beside the one that writes the table. */
  Findings reconciled(
      ReconciledSource source, Reconciliation.Request request, Optional<String> stated) {
    MappedTable mapped = MappedTable.laidOut(name, layout);
    WiredTable wired = new WiredTable(List.of(joined()), List.of());
    Examples examples = new Examples(request.examples());
    ReconciledTable reconciled =
        new ReconciledTable(
            lake.session(),
            name,
            mapped.table(),
            () -> joined().target(),
            source,
            request.ignoredColumns(),
            Optional.empty(),
            examples);
    Optional<RepairPosition> position =
        stated.map(
            text ->
                new ChangeOrder(mapped.table(), DataTypes.LongType)
                    .behind(RepairPosition.parsed(text, DataTypes.LongType)));
    return new ReconciledRun("test", mapped.table(), wired, reconciled, examples, request, position)
        .findings();
  }

  private DeadLetters letters() {
    return new DeadLetters(lake.catalog(), Namespace.of("shop"));
  }

  private Checkpoint checkpoint() {
    return new Checkpoint(
        lake.directory().resolve("checkpoints").resolve(name).toString(), new Configuration());
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

  /** Opens the table as one whose mapping asks for these partitions. */
  void laidOutLike(Optional<List<String>> partitionBy) {
    FileLayout other = new FileLayout(partitionBy, List.of(), Options.NONE);
    MappedTable.laidOut(name, other)
        .in(new Tables(lake.catalog(), List.of("shop"), "test"), checkpoint())
        .open(Optional.empty());
  }

  /** Whether there is a table. */
  boolean exists() {
    return lake.catalog().tableExists(TableIdentifier.of("shop", name));
  }

  /** The table as it is now. */
  Table iceberg() {
    return lake.catalog().loadTable(TableIdentifier.of("shop", name));
  }
}
