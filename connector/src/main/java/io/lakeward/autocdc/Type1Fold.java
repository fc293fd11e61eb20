package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.autocdc.State.Deleted;
import io.lakeward.autocdc.State.Live;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.List;

/**
 * The fold of SCD type 1: of a key are kept its row or its tombstone, and the moves that left it
 * (semantics, section 5).
 *
 * <p>Needs no history: {@link CurrentState} is commutative, and the moves are kept sorted.
 *
 * @param <R> a row
 */
public final class Type1Fold<R> implements Fold<R> {

  private final CurrentState<R> current;
  private final MovesBefore<R> moves;
  private final Position floor;

  /**
   * A fold of rows behind this port.
   *
   * @param floor the highest truncate known, which deletes every key; {@link Position#NONE} for
   *     none
   */
  public Type1Fold(RowPort<R> rows, Position floor) {
    this.current = new CurrentState<>(rows);
    this.moves = new MovesBefore<>(current);
    this.floor = requireNonNull(floor, "floor");
  }

  @Override
  public KeyHistory<R> fold(
      KeyHistory<R> stored, List<Change<R>> changes, List<Handover<R>> handovers) {
    Kept<R> was = standing(stored);
    State<R> start = stateOf(was);
    List<Moved<R>> moved = stored.moved();
    State<R> state = start;
    if (hasFloor()) {
      state = current.delete(state, floor);
      moved = moves.above(moved, floor);
    }
    for (Change<R> change : changes) {
      moved = moves.with(moved, state, change);
      state = current.apply(state, change);
    }
    for (Handover<R> handover : handovers) {
      state = current.receive(state, handover);
      moved = moves.receive(moved, handover);
    }
    return history(state == start ? was : keptOf(state), moved);
  }

  @Override
  public Outcome outcome(Change<R> change, KeyHistory<R> stored, KeyHistory<R> folded) {
    Kept<R> after = standing(folded);
    if (!shows(after, change.position())) {
      return Outcome.SUPERSEDED;
    }
    Kept<R> before = standing(stored);
    boolean same = after == before || (!isThere(before) && !isThere(after));
    return same ? Outcome.UNCHANGED : Outcome.APPLIED;
  }

  private boolean hasFloor() {
    return floor.bytes().length > 0;
  }

  /**
   * The part that says how the key stands; null where there is none. A table may have held a key
   * twice, or a row beside a tombstone, before it came to us: the latest row counts.
   */
  private static <R> Kept<R> standing(KeyHistory<R> history) {
    Kept<R> standing = null;
    for (Kept<R> part : history.kept()) {
      if (!(part instanceof Moved<R>) && (standing == null || outranks(part, standing))) {
        standing = part;
      }
    }
    return standing;
  }

  private static <R> boolean outranks(Kept<R> part, Kept<R> other) {
    return part.isVisible() == other.isVisible()
        ? positionOf(part).isAfter(positionOf(other))
        : part.isVisible();
  }

  private static <R> Position positionOf(Kept<R> part) {
    if (part instanceof Live<R> live) {
      return live.position();
    }
    return part instanceof Deleted<R> deleted ? deleted.position() : Position.NONE;
  }

  private static <R> State<R> stateOf(Kept<R> standing) {
    if (standing == null) {
      return new State.Unknown<>();
    }
    if (standing instanceof Foreign<R> foreign) {
      return new Live<>(Position.NONE, foreign.row(), Authors.ROW);
    }
    if (standing instanceof Live<R> live) {
      return live;
    }
    if (standing instanceof Deleted<R> deleted) {
      return deleted;
    }
    throw new IllegalStateException("Cannot fold a part of a history as a row: " + standing);
  }

  /** The part to store for a state; null for none. */
  private Kept<R> keptOf(State<R> state) {
    if (state instanceof Live<R> live) {
      return live;
    }
    return state instanceof Deleted<R> deleted ? deleted : null;
  }

  /** What is stored; of a tombstone that says no more than the floor nothing is. */
  private KeyHistory<R> history(Kept<R> standing, List<Moved<R>> moved) {
    List<Kept<R>> kept = new ArrayList<>(moved.size() + 1);
    boolean implied =
        standing == null
            || (standing instanceof Deleted<R> deleted && !deleted.position().isAfter(floor));
    if (!implied) {
      kept.add(standing);
    }
    kept.addAll(moved);
    return new KeyHistory<>(kept);
  }

  private static <R> boolean isThere(Kept<R> standing) {
    return standing != null && standing.isVisible();
  }

  private static <R> boolean shows(Kept<R> standing, Position position) {
    if (standing instanceof Live<R> live) {
      return live.position().equals(position)
          || live.authors().entries().stream().anyMatch(e -> e.position().equals(position));
    }
    return standing instanceof Deleted<R> deleted && deleted.position().equals(position);
  }
}
