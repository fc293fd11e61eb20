package io.lakeward.it.postgres;

import java.util.Comparator;

/**
 * Where a change is in the write-ahead log. Changes count by the commit before them, then by their
 * own place: a transaction that was open for long has low places and a late commit.
 *
 * @param lastCommit the place of the last commit before this one
 * @param lsn the place of the change itself
 * @param transaction the transaction's number
 * @param streamed whether it comes from the log rather than from a snapshot
 */
public record LogPosition(long lastCommit, long lsn, long transaction, boolean streamed)
    implements Comparable<LogPosition> {

  private static final Comparator<LogPosition> ORDER =
      Comparator.comparingLong(LogPosition::lastCommit)
          .thenComparingLong(LogPosition::lsn)
          .thenComparing(LogPosition::streamed);

  @Override
  public int compareTo(LogPosition other) {
    return ORDER.compare(this, other);
  }
}
