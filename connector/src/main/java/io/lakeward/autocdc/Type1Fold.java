package io.lakeward.autocdc;

import io.lakeward.autocdc.State.Deleted;
import io.lakeward.autocdc.State.Live;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The fold of SCD type 1: what was stored of a key and its new changes give what is to be stored.
 *
 * <p>The result depends on the set of changes only, not on their order or grouping: {@link
 * CurrentState} is commutative, and the moves are kept sorted. Not thread safe.
 *
 * @param <R> a row
 */
public final class Type1Fold<R> {

  private final CurrentState<R> current;

  /** A fold of rows behind this port. */
  public Type1Fold(RowPort<R> rows) {
    this.current = new CurrentState<>(rows);
  }

  /**
   * Folds a key.
   *
   * @param stored what was stored of it
   * @param changes its new changes, in any order
   * @param handovers what other keys handed to it
   * @param floor the highest truncate known; {@link Position#NONE} for none
   * @return what is to be stored; parts that did not change are the same objects
   */
  public KeyHistory<R> fold(
      KeyHistory<R> stored, List<Change<R>> changes, List<Handover<R>> handovers, Position floor) {
    State<R> state = stored.state();
    List<Moved<R>> moved = stored.moved();
    if (floor != Position.NONE) {
      state = current.delete(state, floor);
      moved = moved.stream().filter(move -> move.position().isAfter(floor)).toList();
      moved = eachBefore(moved, before -> current.delete(before, floor));
    }
    for (Change<R> change : changes) {
      moved = withinMoves(moved, state, change);
      state = apply(state, change);
    }
    for (Handover<R> handover : handovers) {
      state = current.receive(state, handover);
      moved = eachBefore(moved, before -> current.receive(before, handover));
    }
    return new KeyHistory<>(state, moved);
  }

  /**
   * How a change ended.
   *
   * @param stored what was stored of its key before the batch
   * @param folded what the fold made of it
   */
  public Outcome outcome(Change<R> change, KeyHistory<R> stored, KeyHistory<R> folded) {
    if (!shows(folded.state(), change.position())) {
      return Outcome.SUPERSEDED;
    }
    boolean wasThere = stored.state() instanceof Live<R>;
    boolean isThere = folded.state() instanceof Live<R>;
    boolean same = folded.state() == stored.state() || (!wasThere && !isThere);
    return same ? Outcome.UNCHANGED : Outcome.APPLIED;
  }

  private static <R> boolean shows(State<R> state, Position position) {
    if (state instanceof Live<R> live) {
      return live.position().equals(position)
          || live.authors().entries().stream().anyMatch(e -> e.position().equals(position));
    }
    return state instanceof Deleted<R> deleted && deleted.position().equals(position);
  }

  private State<R> apply(State<R> state, Change<R> change) {
    return change instanceof Change.Upsert<R> upsert
        ? current.upsert(state, upsert)
        : current.delete(state, change.position());
  }

  /** A change below a remembered move also belongs to what that move left behind. */
  private List<Moved<R>> withinMoves(List<Moved<R>> moved, State<R> state, Change<R> change) {
    if (moved.isEmpty() && !(change instanceof Change.Move<R>)) {
      return moved;
    }
    List<Moved<R>> result = new ArrayList<>(moved.size() + 1);
    boolean known = false;
    boolean placed = false;
    for (Moved<R> move : moved) {
      if (isRepeated(move, change)) {
        known = true;
        placed = true;
        result.add(named(move, (Change.Move<R>) change));
      } else if (!placed && move.position().isAfter(change.position())) {
        State<R> before = apply(move.before(), change);
        result.add(before == move.before() ? move : movedWith(move, before));
        placed = true;
      } else {
        result.add(move);
      }
    }
    if (change instanceof Change.Move<R> move && !known) {
      result.add(
          new Moved<>(
              move.position(),
              move.sequence(),
              move.newKey(),
              current.before(stateBefore(moved, state, move), move.position())));
      result.sort((one, other) -> one.position().compareTo(other.position()));
    }
    return result;
  }

  /** Whether a change is a remembered move, delivered again under whatever offset. */
  private static <R> boolean isRepeated(Moved<R> moved, Change<R> change) {
    return change instanceof Change.Move<R> move
        && Arrays.equals(move.sequence(), moved.sequence())
        && (move.newKey().length == 0
            || moved.newKey().length == 0
            || Arrays.equals(move.newKey(), moved.newKey()));
  }

  /** The move with its new key, where only the repetition knows that. */
  private static <R> Moved<R> named(Moved<R> moved, Change.Move<R> again) {
    return moved.newKey().length > 0 || again.newKey().length == 0
        ? moved
        : new Moved<>(moved.position(), moved.sequence(), again.newKey(), moved.before());
  }

  /** The state that a new move splits: that before the next remembered move, or the present one. */
  private static <R> State<R> stateBefore(
      List<Moved<R>> moved, State<R> state, Change.Move<R> move) {
    for (Moved<R> later : moved) {
      if (later.position().isAfter(move.position())) {
        return later.before();
      }
    }
    return state;
  }

  /** Alters what stands before each move. */
  private List<Moved<R>> eachBefore(List<Moved<R>> moved, UnaryOperator<State<R>> step) {
    List<Moved<R>> result = moved;
    for (int i = 0; i < moved.size(); i++) {
      Moved<R> move = moved.get(i);
      State<R> before = step.apply(move.before());
      if (before != move.before()) {
        result = result == moved ? new ArrayList<>(moved) : result;
        result.set(i, movedWith(move, before));
      }
    }
    return result;
  }

  private static <R> Moved<R> movedWith(Moved<R> move, State<R> before) {
    return new Moved<>(move.position(), move.sequence(), move.newKey(), before);
  }
}
