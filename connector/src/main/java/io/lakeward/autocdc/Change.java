package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;

/**
 * One change of one key, as the fold sees it. The row of every change has the key's columns and, in
 * a history, the value by which the change opens or ends an interval, in the column of the start.
 *
 * @param <R> a row, opaque to the fold
 */
public sealed interface Change<R> {

  /** The change's place in the order of its key. It knows its sequence. */
  Position position();

  /** The columns that the change brings; of a delete only the key's and the interval's. */
  R row();

  /** Whose state the columns come from that an upsert does not author. */
  enum Origin {
    /** The key's own state before. */
    SAME_KEY,
    /** The state of the key that the row had before, where the move has the same sequence. */
    OLD_KEY
  }

  /**
   * The row is as given, but for the columns it does not author.
   *
   * @param unauthored the columns the change says nothing of; null in the row when it arrives
   * @param origin whose state they come from
   */
  record Upsert<R>(Position position, R row, ColumnSet unauthored, Origin origin)
      implements Change<R> {

    public Upsert {
      requireNonNull(position, "position");
      requireNonNull(row, "row");
      requireNonNull(unauthored, "unauthored");
      requireNonNull(origin, "origin");
    }

    /** Whether the unauthored columns come from the key that the row had before. */
    public boolean inherits() {
      return origin == Origin.OLD_KEY;
    }
  }

  /** The row is gone. */
  record Delete<R>(Position position, R row) implements Change<R> {
    public Delete {
      requireNonNull(position, "position");
      requireNonNull(row, "row");
    }
  }

  /**
   * The row is gone from this key and lives on under another, whose upsert has the same sequence.
   *
   * @param newKey the canonical bytes of the other key; empty where it is not known, or not known
   *     whether there is one
   */
  record Move<R>(Position position, R row, byte[] newKey) implements Change<R> {
    public Move {
      requireNonNull(position, "position");
      requireNonNull(row, "row");
      requireNonNull(newKey, "newKey");
    }
  }

  /** All rows of the table are gone, those of this key among them (semantics, section 8). */
  record Truncate<R>(Position position, R row) implements Change<R> {
    public Truncate {
      requireNonNull(position, "position");
      requireNonNull(row, "row");
    }
  }
}
