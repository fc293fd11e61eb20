package io.lakeward.autocdc;

import io.lakeward.autocdc.State.Live;
import io.lakeward.autocdc.Timeline.Departure;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the folds of histories share: every change of a key is kept, in a visible row or beside it,
 * and the history is read off the list of them all. So a late change needs no path of its own.
 *
 * @param <R> a row
 */
public abstract sealed class HistoryFold<R> implements Fold<R> permits Type2Fold, BitemporalFold {

  private final HistoryPort<R> rows;
  private final Events<R> events;
  private final Inheritance<R> inheritance;
  private final Outcomes outcomes;

  HistoryFold(HistoryPort<R> rows, List<Change.Truncate<R>> truncates) {
    this.rows = rows;
    this.events = new Events<>(rows, truncates);
    this.inheritance = new Inheritance<>(rows, this::isOneTime);
    this.outcomes = new Outcomes(this::isOneTime);
  }

  @Override
  public final KeyHistory<R> fold(
      KeyHistory<R> stored, List<Change<R>> changes, List<Handover<R>> handovers) {
    List<Event<R>> all = events.of(stored, changes);
    List<Kept<R>> kept = new ArrayList<>(all.size() + 2);
    addForeign(kept, all, stored);
    if (!all.isEmpty()) {
      inheritance.receive(all, handovers);
      addRows(kept, all, stored);
      addHidden(kept, all);
    }
    return new KeyHistory<>(kept);
  }

  @Override
  public final Outcome outcome(Change<R> change, KeyHistory<R> stored, KeyHistory<R> folded) {
    return outcomes.of(change, stored, folded);
  }

  /** Adds the rows that were there before, each up to the first change. */
  private void addForeign(List<Kept<R>> kept, List<Event<R>> all, KeyHistory<R> stored) {
    Change<R> first = null;
    for (Kept<R> part : stored.kept()) {
      if (part instanceof Foreign<R> foreign) {
        first = first == null ? first(all) : first;
        Optional<R> row =
            first == null ? Optional.of(foreign.row()) : standingUntil(foreign.row(), first.row());
        row.map(r -> r == foreign.row() ? foreign : new Foreign<>(r)).ifPresent(kept::add);
      }
    }
  }

  /** The first change of a key, or else the first truncate; null for none. */
  private Change<R> first(List<Event<R>> all) {
    Change<R> first = null;
    for (Change<R> change :
        all.isEmpty() ? events.truncates() : all.stream().map(Event::change).toList()) {
      if (first == null || isBefore(change.position(), first.position())) {
        first = change;
      }
    }
    return first;
  }

  /** Whether one position comes before another, in the time that {@link #standingUntil} cuts. */
  abstract boolean isBefore(Position one, Position other);

  /** A row that was there before, up to a change; the same object where it ended before. */
  abstract Optional<R> standingUntil(R row, R change);

  /** Adds the rows that readers see, and the moves. Foreign rows are among the parts already. */
  abstract void addRows(List<Kept<R>> kept, List<Event<R>> events, KeyHistory<R> stored);

  /**
   * Whether two positions are of one time, so that nothing between them is seen; also, of different
   * keys, of one change of a row's key.
   */
  abstract boolean isOneTime(Position one, Position other);

  /** The row with the interval columns of a change. */
  abstract R withTimesOf(R row, R change);

  /** Adds moves; one that is delivered twice left but once. */
  final void addMoves(List<Kept<R>> kept, List<Departure<R>> departures) {
    for (int i = 0; i < departures.size(); i++) {
      kept.add(moved(firstOf(departures, i), departures.get(i).move()));
    }
  }

  private Departure<R> firstOf(List<Departure<R>> departures, int index) {
    Change.Move<R> move = moveOf(departures.get(index));
    for (Departure<R> earlier : departures.subList(0, index)) {
      Change.Move<R> other = moveOf(earlier);
      if (isOneTime(other.position(), move.position())
          && Arrays.equals(other.newKey(), move.newKey())) {
        return earlier;
      }
    }
    return departures.get(index);
  }

  private static <R> Change.Move<R> moveOf(Departure<R> departure) {
    return (Change.Move<R>) departure.move().change();
  }

  private Moved<R> moved(Departure<R> departure, Event<R> event) {
    Change.Move<R> move = (Change.Move<R>) event.change();
    if (event.source() instanceof Moved<R> stored && isSame(stored.before(), departure.before())) {
      return stored;
    }
    if (departure.before() instanceof Live<R> live) {
      R row =
          withTimesOf(live.row(), move.row()); // one row for both: columns, and the move's times
      return new Moved<>(
          move.position(), row, move.newKey(), new Live<>(live.position(), row, Authors.ROW));
    }
    return new Moved<>(move.position(), move.row(), move.newKey(), departure.before());
  }

  private boolean isSame(State<R> one, State<R> other) {
    return one instanceof Live<R> live && other instanceof Live<R> otherLive
        ? rows.same(live.row(), otherLive.row())
        : !(one instanceof Live<R>) && !(other instanceof Live<R>);
  }

  private void addHidden(List<Kept<R>> kept, List<Event<R>> all) {
    for (int i = 0; i < all.size(); i++) {
      Event<R> event = all.get(i);
      if (event.isEmbodied()) {
        continue;
      }
      Change<R> change = event.change();
      if (event.source() instanceof Remembered<R> stored && stored.change() == change) {
        kept.add(stored);
      } else if (change instanceof Change.Upsert<R> upsert) {
        kept.add(new Remembered<>(alone(event, upsert)));
      } else if (change instanceof Change.Delete<R>) {
        kept.add(new Remembered<>(change));
      } // moves are kept with their rows, truncates with their table
    }
  }

  /** A change that a version stood for, without the end of that version. */
  private Change<R> alone(Event<R> event, Change.Upsert<R> upsert) {
    return event.source() instanceof Version<R>
        ? new Change.Upsert<>(
            upsert.position(),
            rows.open(upsert.row(), upsert.row()),
            upsert.unauthored(),
            upsert.origin())
        : upsert;
  }
}
