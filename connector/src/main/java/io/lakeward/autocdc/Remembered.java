package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

/**
 * A change that a history does not show now, but may when a late one comes: a delete before its
 * insert, or a change in the middle of a version.
 *
 * @param change an upsert or a delete
 * @param <R> a row, opaque to the fold
 */
public record Remembered<R>(Change<R> change) implements Kept<R> {

  public Remembered {
    requireNonNull(change, "change");
    if (change instanceof Change.Move<R> || change instanceof Change.Truncate<R>) {
      throw new IllegalArgumentException("Cannot keep as a hidden change: " + change);
    }
  }

  @Override
  public boolean isTombstone() {
    return change instanceof Change.Delete<R>;
  }
}
