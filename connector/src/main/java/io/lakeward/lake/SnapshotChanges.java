package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import java.util.List;
import java.util.OptionalInt;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;

/**
 * Makes changes of the differences between a snapshot and its table: what differs or is missing is
 * an upsert at the version, what the snapshot lacks a delete (semantics, section 12).
 *
 * @param layout the table's columns
 * @param sequence the encoded version
 * @param start what the interval columns of a history show of it, as Spark's internal value
 * @param flowOrder the flow's place in the mapping, from 0
 * @param number what orders it among changes of one sequence and flow; the next one is its own too
 * @param unauthored a bit for each of the layout's leaves that the snapshot says nothing of
 * @param others whether other flows write the table
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
public record SnapshotChanges(
    Layout layout,
    byte[] sequence,
    Object start,
    int flowOrder,
    long number,
    long[] unauthored,
    Others others)
    implements Differences {

  /** Whether the table has rows of other flows. */
  public enum Others {
    /** The snapshots' flow is the only one. */
    NONE,
    /**
     * Their older changes may come later, and must not win: neither over a row that is as it was,
     * nor for a key that the snapshot lacks. So the snapshot is a truncate too.
     */
    SOME,
    /**
     * They write what the snapshot does not cover: other keys, or other columns of the same ones,
     * which a truncate would take away.
     */
    SOME_BEYOND
  }

  public SnapshotChanges {
    requireNonNull(layout, "layout");
    requireNonNull(sequence, "sequence");
    requireNonNull(start, "start");
    requireNonNull(unauthored, "unauthored");
    requireNonNull(others, "others");
  }

  /**
   * The changes for a merge.
   *
   * @param found what a comparison found that made them
   */
  public MergeInput input(SnapshotComparison.Result found) {
    return input(found, Position.of(sequence), MergeInput.Basis.COMPARISON);
  }

  /**
   * The changes for a merge that is made again as it is where somebody else commits first: what the
   * source had at the position stays true.
   *
   * @param found what a comparison found that made them
   * @param highest their sequence, where the next repair must be behind it; else none
   */
  public MergeInput repair(SnapshotComparison.Result found, Position highest) {
    return input(found, highest, MergeInput.Basis.RECORDS);
  }

  private MergeInput input(
      SnapshotComparison.Result found, Position highest, MergeInput.Basis basis) {
    long changes = found.report().differences();
    return new MergeInput(
        layout,
        found.changes(),
        found.mergePartitions(),
        changes,
        found.keys(),
        found.report().bounds(),
        truncates(),
        highest,
        false,
        unauthored.length > 0,
        basis);
  }

  private List<TruncateMark> truncates() {
    if (others != Others.SOME) {
      return List.of();
    }
    GenericInternalRow row = new GenericInternalRow(layout.columns().size());
    layout.ordinalOf(Bound.START).ifPresent(ordinal -> row.update(ordinal, start));
    return List.of(
        new ChangeRowBuilder(new ChangeRows(layout), 1)
            .truncate(new DecodedChange().truncate(sequence, row), position(number)));
  }

  /** The place of a record of the flow, as {@code pipeline.DecodeTask} has it. */
  private byte[] position(long offset) {
    return new OrderedBytes()
        .putEncoded(sequence)
        .putEncoded(new OrderedBytes().putCount(flowOrder).putText("").toBytes())
        .putCount(0)
        .putLong(offset)
        .toBytes();
  }

  @Override
  public boolean takesEqual() {
    return others != Others.NONE;
  }

  @Override
  public Writer writer() {
    return new ChangeWriter();
  }

  private final class ChangeWriter implements Writer {
    private final ChangeRowBuilder builder = new ChangeRowBuilder(new ChangeRows(layout), 1);
    private final DecodedChange change = new DecodedChange();
    private final DataType[] types =
        layout.columns().stream().map(Layout.Column::type).toArray(DataType[]::new);
    private final int[] keys = layout.keyOrdinals();
    private final OptionalInt startOrdinal = layout.ordinalOf(Bound.START);

    private final byte[] absent = position(number);

    /** Behind the truncate of the same snapshot. */
    private final byte[] present = position(number + 1);

    @Override
    public InternalRow missing(byte[] key, InternalRow source) {
      GenericInternalRow row = new GenericInternalRow(types.length);
      for (int i = 0; i < types.length; i++) {
        if (!source.isNullAt(i)) {
          row.update(i, source.get(i, types[i]));
        }
      }
      showStart(row);
      return builder.change(
          change.upsert(sequence, key, row, unauthored), present, ChangeRows.UPSERT);
    }

    @Override
    public InternalRow different(byte[] key, InternalRow source, InternalRow stored) {
      return missing(key, source);
    }

    @Override
    public InternalRow extra(byte[] key, InternalRow stored) {
      GenericInternalRow row = new GenericInternalRow(types.length);
      for (int ordinal : keys) {
        row.update(ordinal, stored.get(ordinal, types[ordinal]));
      }
      showStart(row);
      return builder.change(change.delete(sequence, key, row), absent, ChangeRows.DELETE);
    }

    private void showStart(GenericInternalRow row) {
      startOrdinal.ifPresent(ordinal -> row.update(ordinal, start));
    }
  }
}
