package io.lakeward.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.LakewardException;
import io.lakeward.lake.SparkPlans;
import io.lakeward.mapping.StoredAs;
import io.lakeward.observe.BatchReport;
import io.lakeward.source.snapshot.Snapshot;
import io.lakeward.source.snapshot.Version;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Somebody else deletes rows while a snapshot is compared with them. */
class ForeignDeleteTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  /** Static, since tasks get copies of all else. */
  private static Table victim;

  private static final AtomicInteger READS = new AtomicInteger();

  @Test
  void theComparisonIsMadeAnew() {
    ExportedTable table = new ExportedTable(LAKE, new StoredAs.Type1(), "id");
    String rows = "SELECT id, 'v' || id v FROM range(10)";
    table.export(1, rows);
    table.run().report();
    victim = table.iceberg();
    SnapshotPlan plan = table.plan();
    TargetTable target = table.target(plan);
    target.open(Optional.empty());
    Version two = Version.of(2L, DataTypes.LongType);
    SnapshotProgress progress = new SnapshotProgress(2, SnapshotProgress.Listing.ALL, List.of(two));
    BatchReport report =
        new SnapshotBatch(
                LAKE.session(),
                target,
                plan,
                new Interrupted(LAKE.session().sql(rows), two),
                progress)
            .apply();
    assertThat(READS).hasValueGreaterThan(1);
    assertThat(report.applied()).isEqualTo(10);
    assertThat(table.rows()).hasSize(10).contains("[7,v7]");
  }

  /** While its rows are read first, all rows of the table are deleted. */
  private record Interrupted(Dataset<Row> given, Version version) implements Snapshot {

    @Override
    public Dataset<Row> rows() {
      return SparkPlans.dataset(
          given.sparkSession(),
          SparkPlans.rows(given).map(new Interruption()::of).rdd(),
          given.schema());
    }

    @Override
    public String place() {
      return "given";
    }

    @Override
    public boolean isComplete() {
      return true;
    }

    @Override
    public void requireComplete() {}

    @Override
    public Optional<LakewardException> unreadable(Throwable failure) {
      return Optional.empty();
    }
  }

  private record Interruption() implements Serializable {
    InternalRow of(InternalRow row) {
      if (row.getLong(0) == 0 && READS.getAndIncrement() == 0) {
        victim.newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
      }
      return row;
    }
  }
}
