package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;

/**
 * A row of a bitemporal history: a row of a type 2 history, and the system times in which it was
 * believed (semantics, section 7). Its changes are all {@link Remembered}.
 *
 * @param interval the changes that bound it in business time
 * @param since a change of the system time from which on it was believed
 * @param until a change of the system time from which on it no longer was; {@link Position#NONE}
 *     while it is believed
 * @param row the columns, with those of both intervals set
 * @param <R> a row, opaque to the fold
 */
public record Belief<R>(Interval interval, Position since, Position until, R row)
    implements Kept<R> {

  public Belief {
    requireNonNull(interval, "interval");
    requireNonNull(since, "since");
    requireNonNull(until, "until");
    requireNonNull(row, "row");
    if (!until.equals(Position.NONE) && since.compareSystem(until) >= 0) {
      throw new IllegalArgumentException(
          "Cannot believe a row from %s until %s".formatted(since, until));
    }
  }

  /** Whether it is still believed. */
  public boolean stands() {
    return until.equals(Position.NONE);
  }

  @Override
  public boolean isVisible() {
    return true;
  }
}
