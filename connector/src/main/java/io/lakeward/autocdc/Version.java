package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;

/**
 * A row of a type 2 history: a run of states that are equal on the tracked columns (semantics,
 * section 6). Where it can, the row stands for the changes that bound it too, so that they need no
 * rows of their own.
 *
 * @param interval the changes that bound it
 * @param row the columns as its latest change left them, with the interval's columns set
 * @param opening where its first change is kept
 * @param closing what ended it, and where that is kept
 * @param <R> a row, opaque to the fold
 */
public record Version<R>(Interval interval, R row, Opening opening, Closing closing)
    implements Kept<R> {

  /** Where the first change of a version is kept. */
  public sealed interface Opening {

    /** The row is that of the change, which authored all but these columns. */
    record Here(ColumnSet unauthored, Change.Origin origin) implements Opening {
      public Here {
        requireNonNull(unauthored, "unauthored");
        requireNonNull(origin, "origin");
      }
    }

    /**
     * The row's columns have changed since: the change is {@link io.lakeward.autocdc.Remembered}.
     */
    record Elsewhere() implements Opening {}

    /** Whether the change is kept in the same way; the usual case without a look inside. */
    default boolean isSame(Opening other) {
      return this == other || equals(other);
    }

    /** The row is that of a change that authored all. */
    Opening FULL = new Here(ColumnSet.NONE, Change.Origin.SAME_KEY);

    /** The row is not that of the change. */
    Opening ELSEWHERE = new Elsewhere();
  }

  /** What ended a version. */
  public enum Closing {
    /** Nothing yet. */
    OPEN,
    /** A delete or truncate; the version stands for it. */
    DELETED,
    /** The next version. */
    REPLACED,
    /** A move, which is kept as {@link Moved}. */
    MOVED
  }

  public Version {
    requireNonNull(interval, "interval");
    requireNonNull(row, "row");
    requireNonNull(opening, "opening");
    requireNonNull(closing, "closing");
    if (interval.isOpen() != (closing == Closing.OPEN)) {
      throw new IllegalArgumentException(
          "Cannot close a version that ends at %s as %s".formatted(interval.ended(), closing));
    }
  }

  /** The position of the version's latest change. */
  public Position position() {
    return interval.last();
  }

  @Override
  public boolean isVisible() {
    return true;
  }
}
