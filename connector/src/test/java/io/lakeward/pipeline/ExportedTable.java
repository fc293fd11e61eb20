package io.lakeward.pipeline;

import io.lakeward.error.LakewardException;
import io.lakeward.lake.Tables;
import io.lakeward.mapping.Authorship;
import io.lakeward.mapping.ChangeRules;
import io.lakeward.mapping.Encoding;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Extent;
import io.lakeward.mapping.FileLayout;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.Projection;
import io.lakeward.mapping.Retention;
import io.lakeward.mapping.SchemaEvolution;
import io.lakeward.mapping.SnapshotFormat;
import io.lakeward.mapping.StoredAs;
import io.lakeward.mapping.Table;
import io.lakeward.observe.BatchReport;
import io.lakeward.observe.Reporter;
import io.lakeward.source.expression.ExpressionCompiler;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.snapshot.SnapshotDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A table of its own that is filled from exports, as Parquet files in a directory a version. */
final class ExportedTable {

  private static final AtomicInteger TABLES = new AtomicInteger();

  private final SparkLake lake;
  private final String name = "exported" + TABLES.getAndIncrement();
  private final StoredAs storedAs;
  private final List<String> keys;
  private Projection projection = Projection.ALL;
  private Optional<Expression> absentWithin = Optional.empty();
  private SchemaEvolution evolution = SchemaEvolution.ADD;
  private List<Flow> others = List.of();

  ExportedTable(SparkLake lake, StoredAs storedAs, String... keys) {
    this.lake = lake;
    this.storedAs = storedAs;
    this.keys = List.of(keys);
  }

  /** What lands from now on. */
  ExportedTable with(Projection other) {
    projection = other;
    return this;
  }

  /** For which rows it counts from now on that a snapshot lacks them. */
  ExportedTable absentWithin(String condition) {
    absentWithin = Optional.of(new Expression(condition));
    return this;
  }

  /** How the table follows the exports from now on. */
  ExportedTable evolving(SchemaEvolution other) {
    evolution = other;
    return this;
  }

  /** Has a flow of changes beside the exports from now on. */
  ExportedTable besideChanges() {
    others =
        List.of(
            new Flow(
                name + "-changes",
                new Input.Topics(List.of(name)),
                Encoding.ofDebezium(Optional.empty()),
                ChangeRules.OF_THE_FORMAT,
                Projection.ALL,
                new Authorship.EveryColumn(),
                Extent.ENDLESS));
    return this;
  }

  /** Writes the export of a version, the rows as a query. */
  ExportedTable export(long version, String sql) {
    lake.session()
        .sql(sql)
        .repartition(3)
        .write()
        .mode("overwrite")
        .parquet(exported(version).toString());
    return this;
  }

  /** Lets the export of one version come again as another. */
  void exportAgain(long version, long other) throws IOException {
    Files.move(exported(version), exported(other));
  }

  /** Where the export of a version lies. */
  Path exported(long version) {
    return exports().resolve("version=" + version);
  }

  /** What a run reported, and why it stopped. */
  record Run(List<BatchReport> reports, List<String> notices, Optional<Throwable> failure) {

    /** The only report. */
    BatchReport report() {
      if (reports.size() != 1 || failure.isPresent()) {
        throw new AssertionError(this.toString(), failure.orElse(null));
      }
      return reports.get(0);
    }

    /** Why it failed. */
    LakewardException error() {
      return (LakewardException) failure.orElseThrow();
    }
  }

  /** Applies what is there, as a process of its own. */
  Run run() {
    List<BatchReport> reports = new ArrayList<>();
    List<String> notices = new ArrayList<>();
    Reporter reporter =
        new Reporter() {
          @Override
          public void batch(BatchReport report) {
            reports.add(report);
          }

          @Override
          public void notice(String table, String text) {
            notices.add(text);
          }

          @Override
          public void failed(String table, Throwable cause) {}
        };
    SnapshotPlan plan = plan();
    SnapshotFlow flow = new SnapshotFlow(plan, target(plan), lake.catalog(), reporter);
    flow.start(lake.session(), RunMode.ONCE, Duration.ZERO);
    try {
      flow.awaitEnd();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Run(reports, notices, flow.failure());
  }

  /** A view of the table of a writer of its own. */
  TargetTable target(SnapshotPlan plan) {
    Tables tables = new Tables(lake.catalog(), List.of("shop"), "test");
    FlowGroup group = new FlowGroup(name);
    group.add(plan.added().loadTimes());
    Checkpoint unused =
        new Checkpoint(lake.directory().resolve("none").toString(), new Configuration());
    return new TargetTable(tables, plan.table(), plan.flow(), group, unused);
  }

  /** What the mapping says. */
  SnapshotPlan plan() {
    Table table = table();
    Map<String, String> sql = new LinkedHashMap<>();
    projection.add().forEach((column, expression) -> sql.put(column, expression.sql()));
    return new SnapshotPlan(
        "test",
        name,
        table,
        table.flows().get(0),
        new SnapshotDescription(
            exports() + "/version=*",
            io.lakeward.source.snapshot.SnapshotFormat.PARQUET,
            Optional.of("version"),
            Map.of(),
            Optional.empty(),
            Optional.empty()),
        FlowExpressions.builder(new ExpressionCompiler(lake.session())).columns(sql).build(),
        absentWithin);
  }

  private Table table() {
    Flow flow =
        new Flow(
            name,
            new Input.Snapshots(
                exports() + "/version=*",
                SnapshotFormat.PARQUET,
                new Expression("version"),
                Options.NONE,
                absentWithin,
                Optional.empty()),
            Encoding.ofDebezium(Optional.empty()),
            ChangeRules.OF_THE_FORMAT,
            projection,
            new Authorship.EveryColumn(),
            Extent.ENDLESS);
    return new Table(
        name,
        Stream.concat(Stream.of(flow), others.stream()).toList(),
        keys,
        storedAs,
        FileLayout.UNSAID,
        evolution,
        OnTruncate.FAIL,
        Retention.FOREVER,
        Optional.empty(),
        Options.NONE);
  }

  private Path exports() {
    return lake.directory().resolve("exports").resolve(name);
  }

  /** The rows as text, in their order, the bookkeeping left out. */
  List<String> rows() {
    Dataset<Row> rows =
        io.lakeward.lake.SparkPlans.scan(lake.session(), new SparkTable(iceberg()))
            .drop("_lakeward");
    return rows.collectAsList().stream().map(Row::toString).sorted().toList();
  }

  /** The table as it is now. */
  org.apache.iceberg.Table iceberg() {
    return lake.catalog().loadTable(TableIdentifier.of("shop", name));
  }
}
