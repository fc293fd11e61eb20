package io.lakeward.lake;

import io.lakeward.autocdc.Authors;
import io.lakeward.autocdc.KeyHistory;
import io.lakeward.autocdc.Moved;
import io.lakeward.autocdc.State;
import io.lakeward.change.Position;
import io.lakeward.lake.Bookkeeping.Deletion;
import io.lakeward.lake.Bookkeeping.RowBefore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * What the probe found of one key: its history for the fold, and where each part of it lies.
 *
 * @param history the key's history
 * @param rows where the row lies; more than one where the table had the key twice before
 * @param tombstones where the tombstone lies
 * @param moves where each move of the history lies, in the history's order
 */
record StoredKey(
    KeyHistory<InternalRow> history,
    List<Location> rows,
    List<Location> tombstones,
    List<Location> moves) {

  /** Nothing was found. */
  static final StoredKey NONE =
      new StoredKey(KeyHistory.unknown(), List.of(), List.of(), List.of());

  /** Where a stored row lies: a data file, and the row's position in it from 0. */
  record Location(String file, long rowPosition) {}

  /** Puts the parts of a key together. Used for one key. */
  static final class Builder {
    private final int[] fieldIds;
    private State<InternalRow> state = new State.Unknown<>();
    private final List<Location> rows = new ArrayList<>(1);
    private final List<Location> tombstones = new ArrayList<>(0);
    private final List<PlacedMove> moves = new ArrayList<>(0);
    private final List<PastRow> pastRows = new ArrayList<>(0);

    private record PlacedMove(Moved<InternalRow> move, Location location) {}

    private record PastRow(long snapshotId, InternalRow row) {}

    Builder(int[] fieldIds) {
      this.fieldIds = fieldIds;
    }

    /**
     * A row of the table. Rows without bookkeeping were there before Lakeward: any change wins over
     * them.
     */
    void row(byte[] bookkeeping, InternalRow row, Location location) {
      rows.add(location);
      State.Live<InternalRow> found =
          bookkeeping.length == 0
              ? new State.Live<>(Position.NONE, row, Authors.ROW)
              : live(Bookkeeping.decode(bookkeeping, fieldIds), row);
      if (!(state instanceof State.Live<InternalRow> known)
          || found.position().isAfter(known.position())) {
        state = found;
      }
    }

    /** A row of the state branch. */
    void state(byte[] bookkeeping, InternalRow row, Location location) {
      Bookkeeping decoded = Bookkeeping.decode(bookkeeping, fieldIds);
      if (decoded.deletion() instanceof Deletion.Move move) {
        byte[] sequence = Arrays.copyOf(decoded.position().bytes(), move.sequenceLength());
        moves.add(
            new PlacedMove(
                new Moved<>(
                    decoded.position(), sequence, move.newKey(), before(decoded, move, row)),
                location));
        return;
      }
      tombstones.add(location);
      if (state instanceof State.Unknown<InternalRow>) {
        state = new State.Deleted<>(decoded.position());
      }
    }

    /** The row that the key had in an older snapshot. */
    void past(long snapshotId, InternalRow row) {
      pastRows.add(new PastRow(snapshotId, row));
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

    private Moved<InternalRow> withPastRow(Moved<InternalRow> move) {
      if (move.before() instanceof State.Live<InternalRow> live
          && live.row() instanceof SparkRows.InSnapshot wanted) {
        for (PastRow past : pastRows) {
          if (past.snapshotId() == wanted.snapshotId()) {
            return new Moved<>(
                move.position(),
                move.sequence(),
                move.newKey(),
                new State.Live<>(live.position(), past.row(), live.authors()));
          }
        }
      }
      return move;
    }

    StoredKey build() {
      moves.sort(Comparator.comparing(placed -> placed.move().position()));
      return new StoredKey(
          new KeyHistory<>(
              state, moves.stream().map(PlacedMove::move).map(this::withPastRow).toList()),
          rows,
          tombstones,
          moves.stream().map(PlacedMove::location).toList());
    }

    private static State.Live<InternalRow> live(Bookkeeping bookkeeping, InternalRow row) {
      return new State.Live<>(bookkeeping.position(), row, bookkeeping.authors());
    }
  }
}
