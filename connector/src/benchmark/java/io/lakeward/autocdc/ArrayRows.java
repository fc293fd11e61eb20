package io.lakeward.autocdc;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Rows as arrays, for measuring: a key, values, and the two columns of the interval, last. */
final class ArrayRows implements HistoryPort<Object[]> {

  @Override
  public Object[] overlay(Object[] base, Object[] top, ColumnSet columns) {
    Object[] row = base.clone();
    for (int ordinal : columns.ordinals()) {
      row[ordinal] = top[ordinal];
    }
    return row;
  }

  @Override
  public Object[] without(Object[] row, ColumnSet columns) {
    Object[] result = row.clone();
    for (int ordinal : columns.ordinals()) {
      result[ordinal] = null;
    }
    return result;
  }

  @Override
  public Object[] only(Object[] row, ColumnSet columns) {
    Object[] result = new Object[row.length];
    result[0] = row[0];
    for (int ordinal : columns.ordinals()) {
      result[ordinal] = row[ordinal];
    }
    return result;
  }

  @Override
  public boolean same(Object[] one, Object[] other) {
    for (int i = 0; i < one.length - 2; i++) {
      if (!Objects.equals(one[i], other[i])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean sameTracked(Object[] one, Object[] other) {
    return same(one, other);
  }

  @Override
  public Object[] open(Object[] row, Object[] from) {
    return with(row, from[row.length - 2], null);
  }

  @Override
  public Object[] between(Object[] row, Object[] from, Object[] to) {
    return with(row, from[row.length - 2], to[row.length - 2]);
  }

  @Override
  public Optional<Object[]> until(Object[] row, Object[] change) {
    throw new UnsupportedOperationException("no rows of others are measured");
  }

  @Override
  public boolean endsAt(Object[] row, Object[] change) {
    return Objects.equals(row[row.length - 1], change[row.length - 2]);
  }

  @Override
  public Object[] ending(Object[] row) {
    return with(only(row, ColumnSet.NONE), row[row.length - 1], null);
  }

  private static Object[] with(Object[] row, Object start, Object end) {
    Object[] result = Arrays.copyOf(row, row.length);
    result[row.length - 2] = start;
    result[row.length - 1] = end;
    return result;
  }
}
