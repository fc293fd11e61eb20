package io.lakeward.autocdc;

/**
 * One part of what is stored of a key, in a row of its own: a row that readers see, or one that
 * only later folds need.
 *
 * @param <R> a row, opaque to the fold
 */
public sealed interface Kept<R>
    permits State.Live, State.Deleted, Moved, Version, Belief, Remembered, Foreign {

  /** Whether readers of the table see it. */
  default boolean isVisible() {
    return false;
  }

  /** Whether it remembers that the row was gone, so that older changes stay out. */
  default boolean isTombstone() {
    return false;
  }
}
