package io.lakeward.autocdc;

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

  /** The row of the change that ended this row: the key's columns, and the end as its value. */
  R ending(R row);
}
