package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * A delete in the state branch that may be half of a key change: its row may live on under another
 * key.
 *
 * @param sequence the encoded sequence, which the upsert of the other key shares
 * @param key the canonical bytes of the key that was deleted
 */
public record Departure(byte[] sequence, byte[] key) implements Serializable {
  public Departure {
    requireNonNull(sequence, "sequence");
    requireNonNull(key, "key");
  }
}
