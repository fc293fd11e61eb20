package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;

/**
 * What an old key hands to its new key.
 *
 * @param move the move's place; the new key's upsert has the same sequence
 * @param before the old key's state just before the move
 * @param <R> a row, opaque to the fold
 */
public record Handover<R>(Position move, State<R> before) {
  public Handover {
    requireNonNull(move, "move");
    requireNonNull(before, "before");
  }
}
