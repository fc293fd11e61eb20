package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.LakeCatalog;
import io.lakeward.lake.Tables;
import io.lakeward.mapping.Export;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.ScdType;
import io.lakeward.mapping.Table;
import io.lakeward.source.snapshot.DatabaseLog;
import io.lakeward.source.snapshot.Snapshot;
import io.lakeward.source.snapshot.Snapshots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.sql.SparkSession;

/**
 * Compares a table with the rows of its source, and repairs it where that is asked for. A pipeline
 * may write the table meanwhile.
 */
public final class Reconciliation {

  /** What is done about differences. */
  public enum Action {
    /** They are told. */
    COMPARE,
    /** They are told, and applied to the table as changes. */
    REPAIR
  }

  /**
   * What is asked for.
   *
   * @param target the table's name in the mapping
   * @param against the rows it is compared with; empty for the latest snapshot of its only flow
   * @param ignoredColumns columns of the table that are not compared
   * @param within a condition over the columns of the source, which all that are compared meet
   * @param at the position of the last change that the source's rows have: the {@code source} block
   *     of a change in JSON, or a value of the table's sequence; empty where it is found out
   * @param settle how long changes are waited for that are on their way
   * @param examples how many differences of each kind are described
   */
  public record Request(
      String target,
      Optional<Export> against,
      Set<String> ignoredColumns,
      Optional<Expression> within,
      Optional<String> at,
      Duration settle,
      Action action,
      int examples) {
    public Request {
      requireNonNull(target, "target");
      requireNonNull(against, "against");
      ignoredColumns = Set.copyOf(ignoredColumns);
      requireNonNull(within, "within");
      requireNonNull(at, "at");
      requireNonNull(settle, "settle");
      requireNonNull(action, "action");
    }
  }

  private final Mapping mapping;
  private final Table table;
  private final Request request;

  /**
   * A reconciliation of one table.
   *
   * @throws LakewardException TABLE_UNKNOWN where the mapping has no such table; MAPPING_INVALID
   *     where nothing says what it is compared with; NOT_SUPPORTED for a repair of a bitemporal
   *     table
   */
  public Reconciliation(Mapping mapping, Request request) {
    this.mapping = requireNonNull(mapping, "mapping");
    this.request = requireNonNull(request, "request");
    this.table = NamedTable.in(mapping, request.target());
    against();
    if (request.action() == Action.REPAIR && table.storedAs().type() == ScdType.BITEMPORAL) {
      throw LakewardException.of(ErrorCode.NOT_SUPPORTED)
          .fact("table", table.target())
          .fact("problem", "a bitemporal table is not repaired: no source says its business time")
          .advice("send the rows again by the feed, or build the table anew with `refresh`")
          .build();
    }
  }

  /**
   * Compares, and repairs.
   *
   * @return what was found
   * @throws LakewardException TABLE_NOT_FOUND where the table is not there yet; what the reading of
   *     the source throws; COLUMNS_NOT_COMPARABLE, DUPLICATE_KEY, NULL_KEY; POSITION_REQUIRED where
   *     a repair has none; POSITION_INVALID; WRITER_FENCED where a run of the pipeline began while
   *     the repair was applied
   */
  public Findings run() {
    Catalog catalog = LakeCatalog.openExisting(mapping.lake().catalog(), new Configuration());
    SparkSession session = SparkSessions.of(mapping);
    try {
      // Adaptive execution would join the partitions of keys.
      session.conf().set("spark.sql.adaptive.enabled", "false");
      return run(session, catalog);
    } finally {
      session.stop();
    }
  }

  private Findings run(SparkSession session, Catalog catalog) {
    Formats formats = new Formats(session, mapping.schemaRegistry());
    WiredTable wired = wired(session, catalog, formats);
    Snapshots snapshots =
        new Snapshots(session, Formats.described(against()), new LakeSnapshots(session, catalog));
    io.lakeward.source.snapshot.Export export = snapshots.latest();
    // A table of snapshots is as its last one was; it does not follow what changes since.
    Optional<DatabaseLog> log = wired.changes().isEmpty() ? Optional.empty() : snapshots.log();
    ReconciledSource source =
        new ReconciledSource(export, log, request.within().map(Expression::sql));
    Examples examples = new Examples(request.examples());
    ReconciledTable reconciled =
        new ReconciledTable(
            session,
            mapping.lake().nameOf(table),
            table,
            () -> target(wired(session, catalog, formats)),
            source,
            request.ignoredColumns(),
            against().absentWithin(),
            examples);
    Optional<RepairPosition> stated = stated(reconciled, export);
    try {
      return new ReconciledRun(
              mapping.pipeline(), table, wired, reconciled, examples, request, stated)
          .findings();
    } catch (RuntimeException e) {
      throw source.explained(e);
    }
  }

  /** The table's flows, whose views of it join whoever writes it now. */
  private WiredTable wired(SparkSession session, Catalog catalog, Formats formats) {
    return WiredTable.of(
        mapping,
        table,
        formats,
        session.sparkContext().hadoopConfiguration(),
        Tables.joining(catalog, mapping.lake().namespace(), mapping.pipeline()));
  }

  private static TargetTable target(WiredTable wired) {
    return wired.changes().isEmpty()
        ? wired.snapshots().get(0).target()
        : wired.changes().get(0).target();
  }

  /** The position that the request or the snapshot states. */
  private Optional<RepairPosition> stated(
      ReconciledTable reconciled, io.lakeward.source.snapshot.Export export) {
    if (request.at().isPresent()) {
      return Optional.of(reconciled.order(reconciled.refreshed()).behind(request.at().get()));
    }
    boolean isOwn = request.against().isEmpty();
    return isOwn && export instanceof Snapshot snapshot
        ? Optional.of(reconciled.order(reconciled.refreshed()).behind(snapshot.version()))
        : Optional.empty();
  }

  private Export against() {
    if (request.against().isPresent()) {
      return request.against().get();
    }
    List<Export> own = new ArrayList<>();
    table
        .flows()
        .forEach(
            flow -> {
              if (flow.input() instanceof Input.Snapshots snapshots) {
                own.add(Export.of(flow, snapshots));
              }
            });
    if (own.size() == 1) {
      return own.get(0);
    }
    throw LakewardException.of(ErrorCode.MAPPING_INVALID)
        .fact("table", table.target())
        .fact("problem", "nothing says what the table is compared with")
        .advice(
            "give --against: {format: jdbc, path: public."
                + table.target()
                + ", options: {url: …, user: …, password: …}}")
        .build();
  }
}
