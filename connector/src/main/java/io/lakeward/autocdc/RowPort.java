package io.lakeward.autocdc;

/**
 * What the fold needs to do with rows it cannot look into.
 *
 * @param <R> a row
 */
public interface RowPort<R> {

  /** A row with these columns of {@code top}, and all others of {@code base}. */
  R overlay(R base, R top, ColumnSet columns);

  /** The row with these columns null. */
  R without(R row, ColumnSet columns);

  /** The row with all columns null but these and the keys. */
  R only(R row, ColumnSet columns);
}
