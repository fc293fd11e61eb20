package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;

/**
 * One change of one key, as the fold sees it.
 *
 * @param <R> a row, opaque to the fold
 */
public sealed interface Change<R> {

  /** The change's place in the order of its key. */
  Position position();

  /**
   * The row is as given, but for the columns it does not author.
   *
   * @param unauthored the columns the change says nothing of
   * @param inheritedAt the encoded sequence, where the unauthored columns come from the state of
   *     the key that the row had before; empty where they keep what is stored
   */
  record Upsert<R>(Position position, R row, ColumnSet unauthored, byte[] inheritedAt)
      implements Change<R> {

    /** The sequence of a change that inherits nothing. */
    public static final byte[] NOT_INHERITED = new byte[0];

    public Upsert {
      requireNonNull(position, "position");
      requireNonNull(row, "row");
      requireNonNull(unauthored, "unauthored");
      requireNonNull(inheritedAt, "inheritedAt");
    }

    /** Whether the unauthored columns come from the key that the row had before. */
    public boolean inherits() {
      return inheritedAt.length > 0;
    }
  }

  /** The row is gone. */
  record Delete<R>(Position position) implements Change<R> {
    public Delete {
      requireNonNull(position, "position");
    }
  }

  /**
   * The row is gone from this key and lives on under another.
   *
   * @param sequence the encoded sequence, which the other key's upsert shares
   * @param newKey the canonical bytes of the other key; empty where it is not known, or not known
   *     whether there is one
   */
  record Move<R>(Position position, byte[] sequence, byte[] newKey) implements Change<R> {
    public Move {
      requireNonNull(position, "position");
      requireNonNull(sequence, "sequence");
      requireNonNull(newKey, "newKey");
    }
  }
}
