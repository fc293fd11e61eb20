package io.lakeward.pipeline;

import io.lakeward.autocdc.Outcome;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.BatchIdentity;
import io.lakeward.lake.ComparisonReport;
import io.lakeward.lake.Evolution;
import io.lakeward.lake.LakeTable;
import io.lakeward.lake.Merge;
import io.lakeward.lake.Merged;
import io.lakeward.lake.SnapshotChanges;
import io.lakeward.lake.SnapshotComparison;
import io.lakeward.lake.SnapshotComparison.Stored;
import io.lakeward.lake.SparkPlans;
import io.lakeward.observe.BatchReport;
import io.lakeward.source.Layout;
import io.lakeward.source.snapshot.Snapshot;
import io.lakeward.source.snapshot.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * One snapshot of one flow, from its rows to the commit: what differs from the table is merged into
 * it as changes at the snapshot's version (semantics, section 12).
 */
final class SnapshotBatch {

  /** Each pass compares anew, since somebody else committed or altered the table. */
  private static final int MOST_PASSES = 20;

  private static final String COUNT = "_lakeward_count";

  private final SparkSession session;
  private final TargetTable target;
  private final SnapshotPlan plan;
  private final Snapshot snapshot;
  private final SnapshotProgress progress;
  private final Instant start = Instant.now();

  /**
   * A snapshot for a table.
   *
   * @param progress how far the flow is with it
   */
  SnapshotBatch(
      SparkSession session,
      TargetTable target,
      SnapshotPlan plan,
      Snapshot snapshot,
      SnapshotProgress progress) {
    this.session = session;
    this.target = target;
    this.plan = plan;
    this.snapshot = snapshot;
    this.progress = progress;
  }

  /**
   * Applies the snapshot.
   *
   * @return what became of its rows, and of those that it lacks
   * @throws LakewardException where it cannot be applied; nothing of it is in the table then
   */
  BatchReport apply() {
    try {
      return applyReadable();
    } catch (LakewardException e) {
      throw e.with("snapshot", snapshot.version().text()).with("place", snapshot.place());
    } catch (Exception e) {
      // Spark, being Scala, throws checked exceptions that it does not declare.
      throw snapshot
          .unreadable(e)
          .map(RuntimeException.class::cast)
          .orElseGet(() -> new IllegalStateException("Cannot apply the snapshot", e));
    }
  }

  private BatchReport applyReadable() {
    // Adaptive execution would join the partitions of keys.
    session.conf().set("spark.sql.adaptive.enabled", "false");
    SnapshotRows source =
        new SnapshotRows(plan.table(), plan.flow(), snapshot.rows(), plan.added());
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      Optional<LakeTable> table = target.refreshed();
      if (table.isEmpty() || source.alters(target.layout())) {
        table.ifPresent(there -> requireKeys(source));
        Version version = snapshot.version();
        target.fit(List.of(new Evolution.Request(source.shape(version.type()), version.encoded())));
        continue; // somebody else may have been first, and the table not be altered
      }
      target.requireSame(source.shape(snapshot.version().type()));
      Optional<BatchReport> report = merge(source, table.get());
      if (report.isPresent()) {
        return report.get();
      }
    }
    throw LakewardException.of(ErrorCode.COMMIT_CONFLICT)
        .fact("table", plan.name())
        .fact("passes", MOST_PASSES)
        .advice("look who else commits to the table all the time; nothing of it was applied")
        .build();
  }

  private Optional<BatchReport> merge(SnapshotRows source, LakeTable table) {
    Layout layout = target.layout();
    SnapshotComparison comparison =
        new SnapshotComparison(session, table, layout, source.bytes(), source.compared(layout));
    Version version = snapshot.version();
    SnapshotChanges changes =
        new SnapshotChanges(
            layout,
            version.encoded(),
            version.value(),
            plan.table().flows().indexOf(plan.flow()),
            0,
            source.unauthored(layout),
            plan.others(source.breadth(layout)));
    Dataset<Row> fitted = source.fitted(layout);
    Stored stored = stored(layout, version);
    requireValues(comparison, stored, source.compared(layout));
    try (SnapshotComparison.Result found = comparison.compare(fitted, stored, changes)) {
      requireKeys(found.report());
      BatchIdentity identity =
          new BatchIdentity(
              plan.pipeline(),
              plan.flow().name(),
              "snapshots",
              progress.count() - 1,
              Optional.of(progress.json()));
      Merged merged =
          new Merge(session, table, identity, plan.table().tombstoneRetention())
              .apply(changes.input(found), table.waiting(), 0);
      return merged instanceof Merged.Committed committed
          ? Optional.of(report(found.report(), committed))
          : Optional.empty();
    }
  }

  /** The rows that the table has at the version, which are all current ones of an only flow. */
  private Stored stored(Layout layout, Version version) {
    Stored stored = Stored.at(layout, SparkPlans.literal(version.value(), version.type()));
    return plan.covered(session, layout).map(stored::coveredBy).orElse(stored);
  }

  /** Before a table that is there is altered for a snapshot that is refused then. */
  private void requireKeys(SnapshotRows source) {
    Dataset<Row> keys = source.keys();
    Column isKeyless = functions.lit(false);
    for (String name : keys.columns()) {
      isKeyless = isKeyless.or(keys.col(name).isNull());
    }
    requireNoKeyless(keys.filter(isKeyless).count());
    Dataset<Row> repeated =
        keys.groupBy(Arrays.stream(keys.columns()).map(keys::col).toArray(Column[]::new))
            .agg(functions.count(functions.lit(1)).as(COUNT))
            .filter(functions.col(COUNT).gt(1))
            .drop(COUNT);
    Column shown =
        functions.concat_ws(
            ",",
            Arrays.stream(keys.columns())
                .map(name -> functions.concat(functions.lit(name + "="), repeated.col(name)))
                .toArray(Column[]::new));
    requireNoRepeated(
        repeated.count(),
        Arrays.stream((Row[]) repeated.select(shown).limit(ComparisonReport.MOST_SHOWN).collect())
            .map(row -> row.getString(0))
            .toList());
  }

  /** A field that all records have lost, or misspell, would take the values of every row. */
  private void requireValues(SnapshotComparison comparison, Stored stored, Set<String> compared) {
    Map<String, String> lost = new TreeMap<>();
    for (String column : snapshot.absentColumns()) {
      String name = plan.flow().projection().targetOf(column);
      if (compared.contains(name) && comparison.hasValues(stored, name)) {
        lost.put(name, "no record of the snapshot has " + column);
      }
    }
    if (!lost.isEmpty()) {
      throw LakewardException.of(ErrorCode.SCHEMA_CHANGE_REFUSED)
          .fact("table", plan.name())
          .fact("columns", lost)
          .advice(
              "correct the export; where all values are null now, let it write the field with"
                  + " null (of Spark's writer, the option ignoreNullFields: false); nothing of the"
                  + " snapshot was applied")
          .build();
    }
  }

  private void requireKeys(ComparisonReport report) {
    requireNoKeyless(report.keyless());
    requireNoRepeated(report.repeatedKeys(), report.firstRepeated());
  }

  private void requireNoKeyless(long rows) {
    if (rows > 0) {
      throw LakewardException.of(ErrorCode.NULL_KEY)
          .fact("table", plan.name())
          .fact("rows", rows)
          .fact("keys", plan.table().keys())
          .advice("correct the export, or choose other `keys`; nothing of the snapshot was applied")
          .build();
    }
  }

  private void requireNoRepeated(long keys, List<String> first) {
    if (keys > 0) {
      throw LakewardException.of(ErrorCode.DUPLICATE_KEY)
          .fact("table", plan.name())
          .fact("keys", keys)
          .fact("first", first)
          .advice(
              "correct the export, or choose other `keys`, of which each row has its own; nothing"
                  + " of the snapshot was applied")
          .build();
    }
  }

  private BatchReport report(ComparisonReport found, Merged.Committed committed) {
    Map<Outcome, Long> outcomes = committed.outcomes();
    Merged.Written written = committed.written();
    return new BatchReport(
        plan.name(),
        plan.shownFlow(),
        progress.count() - 1,
        Optional.of(snapshot.version().text()),
        found.equal() + found.differences(),
        outcomes.getOrDefault(Outcome.APPLIED, 0L),
        outcomes.getOrDefault(Outcome.UNCHANGED, 0L) + found.equal(),
        outcomes.getOrDefault(Outcome.SUPERSEDED, 0L),
        Map.of(),
        Map.of(),
        0,
        new BatchReport.Work(
            written.rowsWritten(), written.rowsDeleted(), written.files(), committed.attempts()),
        Duration.between(start, Instant.now()));
  }
}
