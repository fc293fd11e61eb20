package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;

/**
 * A change in a history, and the part as which it was stored. Lives for one fold of one key.
 *
 * @param <R> a row
 */
final class Event<R> {

  private final Change<R> change;
  private final Kept<R> source;
  private boolean embodied;

  private Event(Change<R> change, Kept<R> source) {
    this.change = requireNonNull(change, "change");
    this.source = source;
  }

  /** A change that was not stored. */
  static <R> Event<R> arrived(Change<R> change) {
    return new Event<>(change, null);
  }

  /** A change that was stored as this part. */
  static <R> Event<R> stored(Change<R> change, Kept<R> source) {
    return new Event<>(change, requireNonNull(source, "source"));
  }

  Change<R> change() {
    return change;
  }

  Position position() {
    return change.position();
  }

  /** The part that it was stored as; null for none. */
  Kept<R> source() {
    return source;
  }

  /** The same change with another row. */
  Event<R> with(Change<R> otherChange) {
    return new Event<>(otherChange, source);
  }

  /** Says that a visible row stands for the change. */
  void embody() {
    embodied = true;
  }

  /** Whether a visible row stands for the change. */
  boolean isEmbodied() {
    return embodied;
  }
}
