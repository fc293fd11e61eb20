package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * All that is kept of a key: its state, and the moves that left it.
 *
 * @param state the state now
 * @param moved the moves, in their order
 * @param <R> a row, opaque to the fold
 */
public record KeyHistory<R>(State<R> state, List<Moved<R>> moved) {
  public KeyHistory {
    requireNonNull(state, "state");
    moved = List.copyOf(moved);
  }

  /** A key of which nothing is known. */
  public static <R> KeyHistory<R> unknown() {
    return new KeyHistory<>(new State.Unknown<>(), List.of());
  }
}
