package io.lakeward.lake;

import io.lakeward.autocdc.Foreign;
import io.lakeward.autocdc.Kept;
import io.lakeward.autocdc.KeyHistory;
import io.lakeward.autocdc.Moved;
import io.lakeward.autocdc.State;
import io.lakeward.change.Position;
import io.lakeward.lake.Bookkeeping.Deletion;
import io.lakeward.lake.Bookkeeping.RowBefore;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * What the probe found of one key: its history for the fold, and where each part of it lies.
 *
 * @param history the key's history
 * @param locations where each part of the history lies, in the history's order
 */
record StoredKey(KeyHistory<InternalRow> history, List<Location> locations) {

  /** Where a stored row lies: a data file, and the row's position in it from 0. */
  record Location(String file, long rowPosition) {}

  /** How many rows of the table have the key; more than one where it had the key twice before. */
  long rows() {
    return history.kept().stream().filter(Kept::isVisible).count();
  }

  /** Puts the parts of a key together. Used for one key. */
  static final class Builder {
    private final LeafIds leaves;
    private final HistoryBookkeeping history;
    private final List<Kept<InternalRow>> kept = new ArrayList<>(1);
    private final List<Location> locations = new ArrayList<>(1);
    private final List<PastRow> pastRows = new ArrayList<>(0);

    private record PastRow(long snapshotId, Position position, InternalRow row) {}

    Builder(LeafIds leaves) {
      this.leaves = leaves;
      this.history = new HistoryBookkeeping(leaves);
    }

    /**
     * A row of the table. Rows without bookkeeping were there before Lakeward: any change wins over
     * them.
     */
    void row(byte[] bookkeeping, InternalRow row, Location location) {
      if (bookkeeping.length == 0) {
        kept.add(new Foreign<>(row));
      } else if (HistoryBookkeeping.isOne(bookkeeping)) {
        kept.add(history.decode(bookkeeping, row));
      } else {
        kept.add(live(Bookkeeping.decode(bookkeeping, leaves), row));
      }
      locations.add(location);
    }

    /** A row of the state branch. */
    void state(byte[] bookkeeping, InternalRow row, Location location) {
      kept.add(
          HistoryBookkeeping.isOne(bookkeeping)
              ? history.decode(bookkeeping, row)
              : hidden(Bookkeeping.decode(bookkeeping, leaves), row));
      locations.add(location);
    }

    private static Kept<InternalRow> hidden(Bookkeeping decoded, InternalRow row) {
      return decoded.deletion() instanceof Deletion.Move move
          ? moved(decoded, move, row)
          : new State.Deleted<>(decoded.position());
    }

    /** The row that the key had in an older snapshot. */
    void past(long snapshotId, byte[] bookkeeping, InternalRow row) {
      Position position =
          bookkeeping.length == 0 ? Position.NONE : Bookkeeping.positionOf(bookkeeping);
      pastRows.add(new PastRow(snapshotId, position, row));
    }

    private static State<InternalRow> before(
        Bookkeeping decoded, Deletion.Move move, InternalRow row) {
      if (move.rowBefore() instanceof RowBefore.Nowhere) {
        return new State.Unknown<>();
      }
      InternalRow rowBefore =
          move.rowBefore() instanceof RowBefore.InSnapshot snapshot
              ? new SparkRows.InSnapshot(snapshot.snapshotId())
              : row;
      return new State.Live<>(move.before(), rowBefore, decoded.authors());
    }

    private Kept<InternalRow> withPastRow(Kept<InternalRow> part) {
      if (part instanceof Moved<InternalRow> move
          && move.before() instanceof State.Live<InternalRow> live
          && live.row() instanceof SparkRows.InSnapshot wanted) {
        for (PastRow past : pastRows) {
          if (past.snapshotId() == wanted.snapshotId() && past.position().equals(live.position())) {
            return move.with(new State.Live<>(live.position(), past.row(), live.authors()));
          }
        }
      }
      return part;
    }

    StoredKey build() {
      kept.replaceAll(this::withPastRow);
      return new StoredKey(new KeyHistory<>(kept), locations);
    }

    private static Moved<InternalRow> moved(
        Bookkeeping decoded, Deletion.Move move, InternalRow row) {
      Position position = Position.of(decoded.position().bytes(), move.sequenceLength());
      return new Moved<>(position, row, move.newKey(), before(decoded, move, row));
    }

    private static State.Live<InternalRow> live(Bookkeeping bookkeeping, InternalRow row) {
      return new State.Live<>(bookkeeping.position(), row, bookkeeping.authors());
    }
  }
}
