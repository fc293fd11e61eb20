package io.lakeward.pipeline;

import io.lakeward.lake.SparkPlans;
import io.lakeward.mapping.StoredAs;
import io.lakeward.observe.BatchReport;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A snapshot of which one row in a hundred differs from its table, against the least that anybody
 * must do, to read both, and what people write by hand, a full outer join by key.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(1)
public class SnapshotBenchmark {

  private static final String ROWS =
      "SELECT id, 'customer ' || id name, 'c' || id || '@example.com' email,"
          + " cast(id %% 997 / 7.0 AS DECIMAL(12, 2)) balance,"
          + " timestamp_micros(1700000000000000 + id * 1000003) changed_at,"
          + " id %% 5 = 0 active, cast(id %% 100 AS INT) + %d * int(id %% 100 = 3) visits,"
          + " concat('address of ', id, ' in street ', id %% 1000) address FROM range(%d)";

  /** How many rows the table has. */
  @Param("5000000")
  public long rows;

  private final SparkLake lake = new SparkLake();
  private ExportedTable table;
  private long version = 2;

  /** A table that holds two snapshots, which then come again in turn. */
  @Setup(Level.Trial)
  public void load() throws IOException {
    lake.open();
    table = new ExportedTable(lake, new StoredAs.Type1(), "id");
    table.export(1, ROWS.formatted(0, rows)).export(2, ROWS.formatted(1, rows));
    if (table.run().reports().size() != 2) {
      throw new AssertionError("the snapshots were not applied");
    }
  }

  /** Removes all. */
  @TearDown(Level.Trial)
  public void remove() {
    lake.close();
  }

  /** Reads every column of both. */
  @Benchmark
  public void readBoth() {
    snapshot().write().format("noop").mode("overwrite").save();
    stored().write().format("noop").mode("overwrite").save();
  }

  /** Counts the keys that differ, as by hand. */
  @Benchmark
  public long joinBoth() {
    Dataset<Row> source = snapshot().as("s");
    Column differs = functions.lit(false);
    for (String name : source.columns()) {
      Column same = functions.col("s." + name).eqNullSafe(functions.col("t." + name));
      differs = differs.or(functions.not(same));
    }
    return source
        .join(stored().as("t"), functions.col("s.id").equalTo(functions.col("t.id")), "full_outer")
        .filter(differs)
        .count();
  }

  /** Finds what differs and merges it. */
  @Benchmark
  public BatchReport apply() throws IOException {
    version++;
    table.exportAgain(version - 2, version);
    BatchReport report = table.run().report();
    if (report.applied() != rows / 100) {
      throw new AssertionError(report);
    }
    return report;
  }

  private Dataset<Row> snapshot() {
    return lake.session().read().parquet(table.exported(version).toString());
  }

  private Dataset<Row> stored() {
    return SparkPlans.scan(lake.session(), new SparkTable(table.iceberg())).drop("_lakeward");
  }
}
