package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;
import java.util.Arrays;

/**
 * A remembered {@link Change.Move}: what the old key's state was just before, for the columns that
 * the new key's first change leaves to it. Kept like a tombstone, since either side may come first
 * (semantics, section 3, "Key changes"; cases D15).
 *
 * @param position the move's place in the order of the old key; it knows its sequence
 * @param row the row of the move
 * @param newKey the canonical bytes of the new key; empty where it is not known, or not known
 *     whether there is one
 * @param before the old key's state just before the move
 * @param <R> a row, opaque to the fold
 */
public record Moved<R>(Position position, R row, byte[] newKey, State<R> before)
    implements Kept<R> {

  public Moved {
    requireNonNull(position, "position");
    requireNonNull(row, "row");
    requireNonNull(newKey, "newKey");
    requireNonNull(before, "before");
  }

  @Override
  public boolean isTombstone() {
    return true;
  }

  /** Whether a change is this move, delivered again under whatever offset. */
  boolean isRepeatedBy(Change<R> change) {
    return change instanceof Change.Move<R> move
        && position.hasSameSequence(move.position())
        && (newKey.length == 0
            || move.newKey().length == 0
            || Arrays.equals(newKey, move.newKey()));
  }

  /** The move with its new key, where only this repetition of it knows that. */
  Moved<R> named(Change.Move<R> again) {
    return newKey.length == 0 && again.newKey().length > 0 ? to(again.newKey()) : this;
  }

  /** The move to another new key. */
  public Moved<R> to(byte[] otherKey) {
    return new Moved<>(position, row, otherKey, before);
  }

  /** The move with another state before it. */
  public Moved<R> with(State<R> otherBefore) {
    return new Moved<>(position, row, newKey, otherBefore);
  }
}
