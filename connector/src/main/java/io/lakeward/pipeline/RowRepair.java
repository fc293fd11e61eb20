package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.autocdc.Outcome;
import io.lakeward.change.Position;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.BatchIdentity;
import io.lakeward.lake.LakeTable;
import io.lakeward.lake.Merge;
import io.lakeward.lake.Merged;
import io.lakeward.lake.SnapshotChanges;
import io.lakeward.lake.SnapshotComparison;
import io.lakeward.lake.SnapshotComparison.Stored;
import io.lakeward.mapping.StoredAs;
import io.lakeward.mapping.Table;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import io.lakeward.source.snapshot.DatabaseLog;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Applies what a source has as changes of its table, by the merge that all changes go through. They
 * are behind what the table had before the source was read: a change that the reading does not see
 * was committed after all of that, so its position is higher and it wins, whenever it comes ({@code
 * docs/decisions/0017-positions-of-repairs.md}).
 */
final class RowRepair {

  private static final int MOST_PASSES = 20;
  private static final String QUERY = "reconcile";

  private final String pipeline;
  private final Table table;
  private final ReconciledTable reconciled;
  private final Optional<RepairPosition> stated;

  /**
   * Repairs of a table.
   *
   * @param pipeline the pipeline that writes it
   * @param stated the position of the source's rows, where it is known
   */
  RowRepair(
      String pipeline, Table table, ReconciledTable reconciled, Optional<RepairPosition> stated) {
    this.pipeline = requireNonNull(pipeline, "pipeline");
    this.table = requireNonNull(table, "table");
    this.reconciled = requireNonNull(reconciled, "reconciled");
    this.stated = requireNonNull(stated, "stated");
  }

  /**
   * What a repair did.
   *
   * @param position where its changes stand
   */
  record Done(RepairPosition position, long applied, long superseded) {}

  /**
   * Fails where nothing says where the source's rows stand in the order of the table's changes, or
   * what an interval that begins with a repair would show.
   *
   * @throws LakewardException POSITION_REQUIRED, NOT_SUPPORTED
   */
  void requirePosition() {
    LakeTable now = reconciled.refreshed();
    RepairPosition position = position(now);
    requireNotBehind(now, reconciled.source().logEnd());
    start(now, position, Instant.now());
  }

  /** Repairs the rows of some keys. */
  Done of(List<KeyDifference> keys) {
    return applied(() -> reconciled.keys(keys), () -> reconciled.rowsOf(keys));
  }

  /** Repairs every row that differs, however many there are. */
  Done ofEveryKey() {
    return reconciled.withEveryKey(
        stated, keys -> applied(() -> keys, () -> reconciled.source().export().rows()));
  }

  private interface Rows {
    Dataset<Row> get();
  }

  private Done applied(Rows keys, Rows rows) {
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      try {
        Optional<Done> done = attempt(keys, rows);
        if (done.isPresent()) {
          return done.get();
        }
      } catch (LakewardException e) {
        // A run has begun meanwhile, which the next attempt joins.
        if (e.code() != ErrorCode.WRITER_FENCED) {
          throw e;
        }
      }
    }
    throw LakewardException.of(ErrorCode.COMMIT_CONFLICT)
        .fact("table", reconciled.name())
        .fact("passes", MOST_PASSES)
        .advice("look who alters the columns of the table all the time; nothing was repaired")
        .build();
  }

  /** The order of steps is what makes it safe: the table first, then the source. */
  private Optional<Done> attempt(Rows keys, Rows rows) {
    LakeTable now = reconciled.refreshed();
    Layout layout = reconciled.layout();
    RepairPosition position = position(now);
    Instant reading = Instant.now();
    Dataset<Row> read = rows.get();
    Dataset<Row> among = keys.get();
    ReconciledColumns columns = reconciled.columns(read.schema());
    SnapshotComparison comparison =
        new SnapshotComparison(
            reconciled.session(), now, layout, SnapshotRows.bytes(read), columns.compared());
    SnapshotChanges changes =
        new SnapshotChanges(
            layout,
            position.sequence(),
            start(now, position, reading),
            position.flowOrder(),
            position.number(),
            columns.unauthored(),
            SnapshotChanges.Others.NONE);
    try (SnapshotComparison.Result found =
        comparison.compare(
            SnapshotComparison.among(columns.fitted(read), among),
            reconciled.covered(Stored.now(layout).among(among)),
            changes)) {
      requireNotBehind(now, reconciled.source().logEnd());
      BatchIdentity identity =
          new BatchIdentity(pipeline, table.flows().get(0).name(), QUERY, 0, Optional.empty());
      Merged merged =
          new Merge(reconciled.session(), now, identity, table.tombstoneRetention())
              .apply(changes.repair(found, highest(position)), now.waiting(), 0);
      return merged instanceof Merged.Committed committed
          ? Optional.of(done(position, committed))
          : Optional.empty();
    }
  }

  /** A sequence that somebody stated may be anywhere, and repairs behind it would win too often. */
  private Position highest(RepairPosition position) {
    return stated.isPresent() ? Position.NONE : Position.of(position.sequence());
  }

  private static Done done(RepairPosition position, Merged.Committed committed) {
    return new Done(
        position,
        committed.outcomes().getOrDefault(Outcome.APPLIED, 0L),
        committed.outcomes().getOrDefault(Outcome.SUPERSEDED, 0L));
  }

  /** Where the changes stand: as was stated, or behind what the table has. */
  private RepairPosition position(LakeTable now) {
    if (stated.isPresent()) {
      return stated.get();
    }
    ChangeOrder order = reconciled.order(now);
    if (reconciled.source().log().isEmpty()) {
      throw required(order, "nothing says when the rows that it is compared with were read");
    } else if (!order.isOfLog()) {
      throw required(
          order, "its changes are not in the order in which their source committed them");
    }
    return now.highestSequence()
        .map(order::behind)
        .orElseThrow(
            () ->
                required(order, "no change has come into it yet, or an older version brought all"));
  }

  /** A server that only follows another, or is another, may not have what the table has. */
  private void requireNotBehind(LakeTable now, Optional<DatabaseLog.End> logEnd) {
    if (stated.isPresent()
        || logEnd.isEmpty()
        || !(logEnd.get() instanceof DatabaseLog.End.Known known)) {
      return;
    }
    ChangeOrder order = reconciled.order(now);
    boolean isBehind =
        now.highestSequence()
            .filter(
                sequence ->
                    new ReachedPosition(order.sequenceType(), sequence).isBeyond(known.place()))
            .isPresent();
    if (known.isStandby()) {
      throw required(order, "the database is a standby, which may be behind the table");
    } else if (isBehind) {
      throw required(
          order,
          "the table has changes from behind the end of the database's log, "
              + known.place().text()
              + ": it is fed from another database");
    }
  }

  private LakewardException required(ChangeOrder order, String problem) {
    return LakewardException.of(ErrorCode.POSITION_REQUIRED)
        .fact("table", reconciled.name())
        .fact("problem", problem)
        .advice(
            order.isOfLog()
                ? "compare with the database that the feed comes from, or give --at: the `source`"
                    + " block of the last change that the rows have"
                : "give --at: the value of the table's sequence, or the version of a snapshot, up to"
                    + " which the rows have all changes")
        .build();
  }

  /** What an interval shows that begins or ends with the repair. */
  private Object start(LakeTable now, RepairPosition position, Instant reading) {
    Layout layout = reconciled.layout();
    if (layout.ordinalOf(Bound.START).isEmpty()) {
      return position.value();
    }
    DataType type = layout.columns().get(layout.ordinalOf(Bound.START).getAsInt()).type();
    boolean isSequence =
        !reconciled.order(now).isOfLog()
            && table.storedAs() instanceof StoredAs.Type2 history
            && history.intervalValue().isEmpty();
    if (isSequence) {
      return position.value();
    } else if (type instanceof TimestampType) {
      return DateTimeUtils.instantToMicros(reading);
    } else if (type instanceof TimestampNTZType) {
      return DateTimeUtils.localDateTimeToMicros(
          reading.atOffset(ZoneOffset.UTC).toLocalDateTime());
    } else if (type instanceof DateType) {
      return DateTimeUtils.localDateToDays(reading.atOffset(ZoneOffset.UTC).toLocalDate());
    }
    throw LakewardException.of(ErrorCode.NOT_SUPPORTED)
        .fact("table", reconciled.name())
        .fact("interval_value", type.catalogString())
        .fact("problem", "nothing says what an interval shows that begins with a repair")
        .advice("send the rows again by the feed, or build the table anew with `refresh`")
        .build();
  }
}
