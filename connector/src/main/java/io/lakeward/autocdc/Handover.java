package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

/**
 * What an old key hands to its new key.
 *
 * @param sequence the encoded sequence that the move and the new key's upsert share
 * @param before the old key's state just before the move
 * @param <R> a row, opaque to the fold
 */
public record Handover<R>(byte[] sequence, State<R> before) {
  public Handover {
    requireNonNull(sequence, "sequence");
    requireNonNull(before, "before");
  }
}
