package io.lakeward.autocdc;

import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * SCD type 1: keeps up to date what stood before each move of a key, since no history is there to
 * read it from. Lists of moves are sorted by position; one that did not change is the same list.
 *
 * @param <R> a row
 */
final class MovesBefore<R> {

  private final CurrentState<R> current;

  MovesBefore(CurrentState<R> current) {
    this.current = current;
  }

  /** The moves that a truncate leaves. */
  List<Moved<R>> above(List<Moved<R>> moved, Position floor) {
    if (moved.isEmpty()) {
      return moved;
    }
    List<Moved<R>> left = moved.stream().filter(m -> m.position().isAfter(floor)).toList();
    return eachBefore(left, before -> current.delete(before, floor));
  }

  /** The moves after another key handed something over. */
  List<Moved<R>> receive(List<Moved<R>> moved, Handover<R> handover) {
    return eachBefore(moved, before -> current.receive(before, handover));
  }

  /**
   * The moves after a change, which may be one itself. A change below a move also belongs to what
   * that move left behind.
   *
   * @param state the key's state without the change
   */
  List<Moved<R>> with(List<Moved<R>> moved, State<R> state, Change<R> change) {
    if (moved.isEmpty() && !(change instanceof Change.Move<R>)) {
      return moved;
    }
    List<Moved<R>> result = new ArrayList<>(moved.size() + 1);
    boolean known = false;
    boolean placed = false;
    for (Moved<R> move : moved) {
      if (move.isRepeatedBy(change)) {
        known = true;
        placed = true;
        result.add(move.named((Change.Move<R>) change));
      } else if (!placed && move.position().isAfter(change.position())) {
        State<R> before = current.apply(move.before(), change);
        result.add(before == move.before() ? move : move.with(before));
        placed = true;
      } else {
        result.add(move);
      }
    }
    if (change instanceof Change.Move<R> move && !known) {
      State<R> before = current.before(stateBefore(moved, state, move), move.position());
      result.add(new Moved<>(move.position(), move.row(), move.newKey(), before));
      result.sort((one, other) -> one.position().compareTo(other.position()));
    }
    return result;
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

  private List<Moved<R>> eachBefore(List<Moved<R>> moved, UnaryOperator<State<R>> step) {
    List<Moved<R>> result = moved;
    for (int i = 0; i < moved.size(); i++) {
      Moved<R> move = moved.get(i);
      State<R> before = step.apply(move.before());
      if (before != move.before()) {
        result = result == moved ? new ArrayList<>(moved) : result;
        result.set(i, move.with(before));
      }
    }
    return result;
  }
}
