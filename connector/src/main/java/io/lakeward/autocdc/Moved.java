package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;

/**
 * A remembered {@link Change.Move}: what the old key's state was just before, for the columns that
 * the new key's first change leaves to it. Kept like a tombstone, since either side may come first
 * (semantics, section 3, "Key changes"; cases D15).
 *
 * @param position the move's place in the order of the old key
 * @param sequence its encoded sequence, which the new key's upsert shares
 * @param newKey the canonical bytes of the new key; empty where it is not known, or not known
 *     whether there is one
 * @param before the old key's state just before the move
 * @param <R> a row, opaque to the fold
 */
public record Moved<R>(Position position, byte[] sequence, byte[] newKey, State<R> before) {
  public Moved {
    requireNonNull(position, "position");
    requireNonNull(sequence, "sequence");
    requireNonNull(newKey, "newKey");
    requireNonNull(before, "before");
  }
}
