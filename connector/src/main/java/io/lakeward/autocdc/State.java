package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;

/**
 * What is known of a key at one point of its order.
 *
 * @param <R> a row, opaque to the fold
 */
public sealed interface State<R> {

  /** Nothing was ever seen of the key. */
  record Unknown<R>() implements State<R> {}

  /**
   * The key has a row.
   *
   * @param position the latest change of the row
   * @param row its columns
   * @param authors the columns that were written by others than the latest change
   */
  record Live<R>(Position position, R row, Authors authors) implements State<R>, Kept<R> {
    public Live {
      requireNonNull(position, "position");
      requireNonNull(row, "row");
      requireNonNull(authors, "authors");
    }

    @Override
    public boolean isVisible() {
      return true;
    }
  }

  /**
   * The key was deleted.
   *
   * @param position the latest delete or truncate
   */
  record Deleted<R>(Position position) implements State<R>, Kept<R> {
    public Deleted {
      requireNonNull(position, "position");
    }

    @Override
    public boolean isTombstone() {
      return true;
    }
  }
}
