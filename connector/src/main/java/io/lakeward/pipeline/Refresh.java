package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.LakeCatalog;
import io.lakeward.lake.Replacement;
import io.lakeward.lake.RowCount;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.ScdType;
import io.lakeward.mapping.Table;
import io.lakeward.observe.Reporter;
import io.lakeward.source.snapshot.Snapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.spark.sql.SparkSession;

/**
 * Builds a table anew from the beginning of its source, beside the old one, and then puts it in
 * that one's place (semantics, section 10). Until then readers see the old rows, and a pipeline may
 * go on writing them.
 */
public final class Refresh {

  /** What a source must still hold. */
  public enum Demand {
    /** All that it ever had. */
    EVERY_RECORD,
    /** Whatever is left. */
    WHAT_IS_LEFT
  }

  /** How a refresh ends. */
  public sealed interface Outcome {

    /**
     * The new table is in its place.
     *
     * @param records how many were read
     */
    record Done(RowCount before, RowCount after, long records) implements Outcome {}

    /** It was told to stop; the old table stands as it was. */
    record Stopped() implements Outcome {}

    /** A flow failed, which the reporter was told; the old table stands as it was. */
    record Failed(String table) implements Outcome {}
  }

  private final Mapping mapping;
  private final String target;
  private final Demand demand;
  private final Reporter reporter;
  private final AtomicReference<Optional<Pipeline>> running =
      new AtomicReference<>(Optional.empty());
  private volatile boolean stopRequested;

  /** A refresh of the table of this target name. */
  public Refresh(Mapping mapping, String target, Demand demand, Reporter reporter) {
    this.mapping = requireNonNull(mapping, "mapping");
    this.target = requireNonNull(target, "target");
    this.demand = requireNonNull(demand, "demand");
    this.reporter = requireNonNull(reporter, "reporter");
  }

  /** Asks the refresh to end between two batches. May be called from any thread, more than once. */
  public void requestStop() {
    stopRequested = true;
    running.get().ifPresent(Pipeline::requestStop);
  }

  /**
   * Builds the table and swaps it in.
   *
   * @throws LakewardException TABLE_UNKNOWN, TABLE_NOT_FOUND, TABLE_OWNED or NOT_SUPPORTED where
   *     this table cannot be refreshed; SOURCE_INCOMPLETE or SOURCE_EMPTY where its source does not
   *     meet the demand. The old table stands as it was then
   */
  public Outcome run() {
    Table table = NamedTable.in(mapping, target);
    Replacement replacement =
        new Replacement(
            LakeCatalog.openExisting(mapping.lake().catalog(), new Configuration()),
            Namespace.of(mapping.lake().namespace().toArray(String[]::new)),
            target);
    Replacement.Old old = replacement.requireReplaceable(mapping.pipeline());
    requireRecords(table, old);
    Mapping aside = SideMapping.of(mapping, table, old);
    SparkSession session = SparkSessions.of(mapping);
    Checkpoint checkpoints =
        new Checkpoint(
            Checkpoint.directoryOf(aside, aside.tables().get(0).target()),
            new Configuration(session.sparkContext().hadoopConfiguration()));
    try {
      requireSnapshots(table, old, session);
      notice("builds it anew beside its " + old.rows());
      discard(replacement, checkpoints);
      return build(aside, replacement, old);
    } finally {
      session.stop();
      leaveNothing(replacement, checkpoints);
    }
  }

  private Outcome build(Mapping aside, Replacement replacement, Replacement.Old old) {
    RecordCount counted = new RecordCount(reporter);
    Pipeline pipeline = new Pipeline(aside, RunMode.ONCE, counted);
    running.set(Optional.of(pipeline));
    if (stopRequested) {
      pipeline.requestStop();
    }
    List<String> failed = pipeline.run();
    if (!failed.isEmpty()) {
      return new Outcome.Failed(fullName());
    } else if (stopRequested) {
      notice("stopped: the table is as it was");
      return new Outcome.Stopped();
    }
    Optional<RowCount> built = replacement.built();
    if (built.isEmpty() || (counted.records() == 0 && demand == Demand.EVERY_RECORD)) {
      throw LakewardException.of(ErrorCode.SOURCE_EMPTY)
          .fact("table", fullName())
          .fact("records", counted.records())
          .advice(
              "look whether the mapping names the right source; drop the table where it is to be"
                  + " empty. The table is as it was")
          .build();
    }
    replacement.swap();
    Outcome.Done done = new Outcome.Done(old.rows(), built.get(), counted.records());
    notice(
        "refreshed: %d %s read, %s before, %s now"
            .formatted(
                done.records(),
                done.records() == 1 ? "record" : "records",
                done.before(),
                done.after()));
    return done;
  }

  /**
   * What stays nevertheless is dropped by the next refresh, and matters less than why this ended.
   */
  private void leaveNothing(Replacement replacement, Checkpoint checkpoints) {
    try {
      discard(replacement, checkpoints);
    } catch (RuntimeException e) {
      notice("left something beside it: " + e.getMessage());
    }
  }

  private static void discard(Replacement replacement, Checkpoint checkpoints) {
    replacement.discard();
    checkpoints.delete();
  }

  private void requireRecords(Table table, Replacement.Old old) {
    List<String> missing = new ArrayList<>();
    Set<String> flows = table.flows().stream().map(Flow::name).collect(Collectors.toSet());
    old.progress().keySet().stream()
        .filter(name -> !flows.contains(name))
        .forEach(name -> missing.add("the flow " + name + ", which is not in the mapping"));
    for (Flow flow : table.flows()) {
      if (!(flow.input() instanceof Input.Snapshots)) {
        Feed feed = Feed.of(mapping, flow);
        feed.check();
        missing.addAll(feed.missing(Optional.ofNullable(old.progress().get(flow.name()))));
      }
    }
    requireWhole(
        missing,
        "let the source send all its rows again (a new snapshot in Debezium), then refresh with"
            + " --force, which takes what is there");
  }

  /** A history of snapshots that are gone cannot be told from those that are left. */
  private void requireSnapshots(Table table, Replacement.Old old, SparkSession session) {
    Catalog catalog = LakeCatalog.openExisting(mapping.lake().catalog(), new Configuration());
    Formats formats = new Formats(session, mapping.schemaRegistry());
    List<String> missing = new ArrayList<>();
    for (Flow flow : table.flows()) {
      Optional<String> applied = Optional.ofNullable(old.progress().get(flow.name()));
      // The latest snapshot is all that current rows are made of.
      boolean needsAll = table.storedAs().type() != ScdType.TYPE_1;
      if (flow.input() instanceof Input.Snapshots input && applied.isPresent() && needsAll) {
        SnapshotPlan plan = formats.snapshots(mapping, table, flow, input);
        Snapshots source =
            new Snapshots(session, plan.source(), new LakeSnapshots(session, catalog));
        missing.addAll(missing(applied.get(), source));
      }
    }
    requireWhole(
        missing,
        "put the snapshots back, or refresh with --force: the history then begins with what is there");
  }

  private static List<String> missing(String applied, Snapshots source) {
    try {
      return SnapshotProgress.parse(applied).missing(source.available());
    } catch (LakewardException e) {
      if (e.code() != ErrorCode.OFFSETS_UNREADABLE) {
        throw e;
      }
      return List.of("what the flow read before it read snapshots");
    }
  }

  private void requireWhole(List<String> missing, String advice) {
    if (missing.isEmpty()) {
      return;
    } else if (demand == Demand.WHAT_IS_LEFT) {
      notice("its source is not whole: " + String.join(", ", missing));
      return;
    }
    throw LakewardException.of(ErrorCode.SOURCE_INCOMPLETE)
        .fact("table", fullName())
        .fact("missing", String.join(", ", missing))
        .advice(advice)
        .build();
  }

  private void notice(String text) {
    reporter.notice(fullName(), text);
  }

  private String fullName() {
    return mapping.lake().nameOf(mapping.table(target).orElseThrow());
  }
}
