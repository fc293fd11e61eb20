package io.lakeward.lake;

import io.lakeward.autocdc.BitemporalPort;
import io.lakeward.autocdc.ColumnSet;
import io.lakeward.change.OrderedBytes;
import io.lakeward.mapping.Columns;
import io.lakeward.row.OrderedColumns;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import io.lakeward.source.Leaves;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;

/**
 * Spark's rows for the fold. A result has the table's columns and, last, an empty bookkeeping
 * column. Not thread safe.
 */
final class SparkRows implements BitemporalPort<InternalRow> {

  /** Stands for a stored row whose columns were not read. */
  static final InternalRow NOT_READ = InternalRow.empty();

  /** Stands for the row that a key had in an older snapshot of the table. */
  static final class InSnapshot extends GenericInternalRow {
    private final long snapshotId;

    InSnapshot(long snapshotId) {
      super(new Object[0]);
      this.snapshotId = snapshotId;
    }

    long snapshotId() {
      return snapshotId;
    }
  }

  /**
   * The fold looked into a stored row that was not read: the batch is probed again with rows.
   * Carries no stack, as it is an answer and not a failure.
   */
  static class RowsNeeded extends RuntimeException {
    RowsNeeded() {
      super("rows needed", null, false, false);
    }
  }

  /** What was not read is in an older snapshot. */
  static final class PastRowNeeded extends RowsNeeded {
    private final long snapshotId;

    PastRowNeeded(long snapshotId) {
      this.snapshotId = snapshotId;
    }

    long snapshotId() {
      return snapshotId;
    }
  }

  private static final int NONE = -1;

  private final Leaves leaves;
  private final DataType[] types;
  private final int columns;

  /** Whether a leaf is part of the key. */
  private final boolean[] keys;

  private final int start;
  private final int end;
  private final int systemStart;
  private final int systemEnd;
  private final SameColumns source;
  private final SameColumns tracked;

  /**
   * Rows of a layout.
   *
   * @param trackedColumns the columns whose history is tracked
   */
  SparkRows(Layout layout, Columns trackedColumns) {
    this.leaves = new Leaves(layout);
    this.columns = layout.columns().size();
    this.types = layout.columns().stream().map(Layout.Column::type).toArray(DataType[]::new);
    this.keys = new boolean[leaves.count()];
    for (int key : layout.keyOrdinals()) {
      Arrays.fill(keys, leaves.firstOf(key), leaves.firstOf(key + 1), true);
    }
    this.start = layout.ordinalOf(Bound.START).orElse(NONE);
    this.end = layout.ordinalOf(Bound.END).orElse(NONE);
    this.systemStart = layout.ordinalOf(Bound.SYSTEM_START).orElse(NONE);
    this.systemEnd = layout.ordinalOf(Bound.SYSTEM_END).orElse(NONE);
    this.source = SameColumns.of(layout, Layout.Column::isCompared);
    this.tracked =
        SameColumns.of(
            layout,
            column ->
                column.isValue() && column.isCompared() && trackedColumns.takes(column.name()));
  }

  @Override
  public InternalRow overlay(InternalRow base, InternalRow top, ColumnSet columns) {
    requireRead(base);
    requireRead(top);
    return build(i -> columns.contains(i) ? top : base);
  }

  @Override
  public InternalRow without(InternalRow row, ColumnSet columns) {
    requireRead(row);
    return build(i -> columns.contains(i) ? NOT_READ : row);
  }

  @Override
  public InternalRow only(InternalRow row, ColumnSet columns) {
    requireRead(row);
    return build(i -> keys[i] || columns.contains(i) ? row : NOT_READ);
  }

  @Override
  public boolean same(InternalRow one, InternalRow other) {
    return one == other || source.test(one, other);
  }

  @Override
  public boolean sameTracked(InternalRow one, InternalRow other) {
    return one == other || tracked.test(one, other);
  }

  @Override
  public InternalRow open(InternalRow row, InternalRow from) {
    return withInterval(row, start, valueOf(from, start), end, null);
  }

  @Override
  public InternalRow between(InternalRow row, InternalRow from, InternalRow to) {
    return withInterval(row, start, valueOf(from, start), end, valueOf(to, start));
  }

  @Override
  public Optional<InternalRow> until(InternalRow row, InternalRow change) {
    return cut(row, start, end, change);
  }

  @Override
  public boolean endsAt(InternalRow row, InternalRow change) {
    requireRead(row);
    return !row.isNullAt(end) && compare(row, end, change, start) == 0;
  }

  @Override
  public Optional<InternalRow> believedUntil(InternalRow row, InternalRow change) {
    return cut(row, systemStart, systemEnd, change);
  }

  /** The row up to where a change begins; where that is nowhere, the change alone counts. */
  private Optional<InternalRow> cut(InternalRow row, int from, int to, InternalRow change) {
    requireRead(row);
    requireRead(change);
    boolean begins = row.isNullAt(from) || compare(row, from, change, from) < 0;
    if (change.isNullAt(from) || !begins) {
      return Optional.empty();
    }
    boolean ended = !row.isNullAt(to) && compare(row, to, change, from) <= 0;
    return Optional.of(
        ended ? row : withInterval(row, from, valueOf(row, from), to, valueOf(change, from)));
  }

  /** Interval columns are of types that have an order. */
  private int compare(InternalRow one, int ordinal, InternalRow other, int otherOrdinal) {
    return Arrays.compareUnsigned(encoded(one, ordinal), encoded(other, otherOrdinal));
  }

  private byte[] encoded(InternalRow row, int ordinal) {
    return row.isNullAt(ordinal)
        ? new byte[0]
        : OrderedColumns.of(new int[] {ordinal}, new DataType[] {types[ordinal]})
            .encode(row, new OrderedBytes());
  }

  @Override
  public InternalRow ending(InternalRow row) {
    return withInterval(only(row, ColumnSet.NONE), start, valueOf(row, end), end, null);
  }

  @Override
  public InternalRow believedFrom(InternalRow row, InternalRow from) {
    return withInterval(row, systemStart, valueOf(from, systemStart), systemEnd, null);
  }

  @Override
  public InternalRow believedBetween(InternalRow row, InternalRow from, InternalRow to) {
    return withInterval(
        row, systemStart, valueOf(from, systemStart), systemEnd, valueOf(to, systemStart));
  }

  /** A row with nothing but the value by which a change opens or ends an interval. */
  InternalRow ofStart(InternalRow value) {
    InternalRow row = build(i -> NOT_READ);
    if (!value.isNullAt(0)) {
      row.update(start, InternalRow.copyValue(value.get(0, types[start])));
    }
    return row;
  }

  private Object valueOf(InternalRow row, int ordinal) {
    requireRead(row);
    return row.isNullAt(ordinal) ? null : InternalRow.copyValue(row.get(ordinal, types[ordinal]));
  }

  private InternalRow withInterval(
      InternalRow row, int from, Object fromValue, int to, Object toValue) {
    requireRead(row);
    InternalRow result = build(i -> row);
    result.update(from, fromValue);
    result.update(to, toValue);
    return result;
  }

  /** The row with its columns and this bookkeeping. */
  InternalRow withBookkeeping(InternalRow row, byte[] bookkeeping) {
    requireRead(row);
    InternalRow result = build(i -> row);
    result.update(columns, bookkeeping);
    return result;
  }

  /** The row with its columns, as one that was there before. */
  InternalRow withoutBookkeeping(InternalRow row) {
    requireRead(row);
    return build(i -> row);
  }

  /** A row with the key columns of {@code row} and this bookkeeping. */
  InternalRow keyWithBookkeeping(InternalRow row, byte[] bookkeeping) {
    requireRead(row);
    InternalRow result = build(i -> keys[i] ? row : NOT_READ);
    result.update(columns, bookkeeping);
    return result;
  }

  /** A row whose leaves come each from the row given for it; null where that is not read. */
  private InternalRow build(IntFunction<InternalRow> from) {
    Object[] values = new Object[columns + 1];
    leaves.putColumns(values, from);
    for (int i = 0; i < columns; i++) {
      values[i] = InternalRow.copyValue(values[i]);
    }
    return new GenericInternalRow(values);
  }

  /** Fails where the row was not read. */
  static void requireRead(InternalRow row) {
    if (row instanceof InSnapshot past) {
      throw new PastRowNeeded(past.snapshotId());
    }
    if (row == NOT_READ) {
      throw new RowsNeeded();
    }
  }
}
