package io.lakeward.autocdc;

import java.util.Optional;

/**
 * What a history needs to do with rows besides.
 *
 * <p>The columns of the interval are part of the row. The row of a change has in the column of the
 * start the value by which the change opens or ends an interval: its sequence, or what {@code
 * interval_value} says.
 *
 * @param <R> a row
 */
public interface HistoryPort<R> extends RowPort<R> {

  /** Whether two rows are equal in all columns but those of the intervals. */
  boolean same(R one, R other);

  /** Whether two rows are equal in the columns whose history is tracked. */
  boolean sameTracked(R one, R other);

  /** The row, from the change {@code from} on, without end. */
  R open(R row, R from);

  /** The row, from the change {@code from} to the change {@code to}. */
  R between(R row, R from, R to);

  /**
   * A row that was there before Lakeward, up to a change: it ends there, unless it ended earlier.
   * Empty where it begins at the change or later.
   */
  Optional<R> until(R row, R change);

  /** Whether the interval of a row ends just where a change begins one. */
  boolean endsAt(R row, R change);

  /** The row of the change that ended this row: the key's columns, and the end as its value. */
  R ending(R row);
}
