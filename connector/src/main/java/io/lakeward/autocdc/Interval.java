package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;

/**
 * The changes that bound a row of a history: half-open, from the first change to the one that ended
 * it. Of changes with one sequence the last stands for all.
 *
 * @param opened the first change of the row
 * @param last its latest change when it was written; ones that changed nothing may have come since
 * @param ended the change that ended it; {@link Position#NONE} while it is open
 */
public record Interval(Position opened, Position last, Position ended) {
  public Interval {
    requireNonNull(opened, "opened");
    requireNonNull(last, "last");
    requireNonNull(ended, "ended");
    if (opened.isAfter(last)) {
      throw new IllegalArgumentException(
          "Cannot open an interval at %s after its last change at %s".formatted(opened, last));
    }
  }

  /** Whether nothing has ended it. */
  public boolean isOpen() {
    return ended.equals(Position.NONE);
  }

  /** Whether a change is one of those that bound it. */
  boolean isBoundedBy(Position change) {
    return opened.equals(change) || last.equals(change) || ended.equals(change);
  }

  /** Whether a change lies within it. */
  boolean spans(Position change) {
    return !opened.isAfter(change) && !change.isAfter(last);
  }

  /** Whether both begin and end at the same sequences. */
  boolean hasSameBounds(Interval other) {
    return opened.hasSameSequence(other.opened)
        && isOpen() == other.isOpen()
        && (isOpen() || ended.hasSameSequence(other.ended));
  }
}
