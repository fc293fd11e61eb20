package io.lakeward.autocdc;

import java.util.Optional;

/**
 * What a history in two times needs to do with rows besides. The row of a change has its system
 * sequence in the column of the system start.
 *
 * @param <R> a row
 */
public interface BitemporalPort<R> extends HistoryPort<R> {

  /** As {@link #until}, in system time. */
  Optional<R> believedUntil(R row, R change);

  /** The row, believed from the change {@code from} on, without end. */
  R believedFrom(R row, R from);

  /** The row, believed from the change {@code from} to the change {@code to}. */
  R believedBetween(R row, R from, R to);
}
