package io.lakeward.autocdc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All that is stored of a key.
 *
 * @param kept its parts; what a fold did not change is the same object after it
 * @param <R> a row, opaque to the fold
 */
public record KeyHistory<R>(List<Kept<R>> kept) {

  public KeyHistory {
    kept = List.copyOf(kept);
  }

  /** A key of which nothing is known. */
  public static <R> KeyHistory<R> unknown() {
    return new KeyHistory<>(List.of());
  }

  /** The moves that left the key, in their order. */
  public List<Moved<R>> moved() {
    List<Moved<R>> moved = List.of();
    for (Kept<R> part : kept) {
      if (part instanceof Moved<R> move) {
        moved = moved.isEmpty() ? new ArrayList<>(2) : moved;
        moved.add(move);
      }
    }
    if (moved.size() > 1) {
      moved.sort(Comparator.comparing(Moved::position));
    }
    return moved;
  }

  /** Whether this very part is in the history: not one that is equal to it. */
  public boolean holds(Kept<R> part) {
    for (Kept<R> other : kept) {
      if (other == part) {
        return true;
      }
    }
    return false;
  }
}
