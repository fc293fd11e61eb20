package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.autocdc.Timeline.Departure;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The fold of a history in two times: for each system time what was then believed of the business
 * times, told from the changes up to it (semantics, section 7).
 *
 * <p>What a row left to its new key is what was believed when its key changed.
 *
 * @param <R> a row
 */
public final class BitemporalFold<R> extends HistoryFold<R> {

  private final BitemporalPort<R> rows;

  /** A fold of rows behind this port. */
  public BitemporalFold(BitemporalPort<R> rows) {
    super(rows, List.of());
    this.rows = requireNonNull(rows, "rows");
  }

  @Override
  void addRows(List<Kept<R>> kept, List<Event<R>> events, KeyHistory<R> stored) {
    List<Event<R>> bySystem = new ArrayList<>(events);
    bySystem.sort((one, other) -> one.position().compareSystem(other.position()));
    List<Event<R>> known = new ArrayList<>(events.size());
    Beliefs<R> beliefs = new Beliefs<>(rows, stored);
    for (int from = 0, to; from < bySystem.size(); from = to) {
      Event<R> now = bySystem.get(from);
      to = from;
      while (to < bySystem.size() && isOneSystemTime(now, bySystem.get(to))) {
        known.add(bySystem.get(to++));
      }
      known.sort(Comparator.comparing(Event::position));
      Timeline<R> timeline = Timeline.of(rows, known, Optional.empty());
      beliefs.turn(timeline.runs(), now);
      addMoves(kept, departuresAt(now, timeline.departures()));
    }
    beliefs.addTo(kept);
  }

  @Override
  boolean isBefore(Position one, Position other) {
    return one.compareSystem(other) < 0;
  }

  @Override
  Optional<R> standingUntil(R row, R change) {
    return rows.believedUntil(row, change);
  }

  @Override
  boolean isOneTime(Position one, Position other) {
    return one.hasSameSequence(other) && one.compareSystem(other) == 0;
  }

  @Override
  R withTimesOf(R row, R change) {
    return rows.believedFrom(rows.open(row, change), change);
  }

  private List<Departure<R>> departuresAt(Event<R> now, List<Departure<R>> departures) {
    return departures.isEmpty()
        ? departures
        : departures.stream().filter(left -> isOneSystemTime(now, left.move())).toList();
  }

  private boolean isOneSystemTime(Event<R> one, Event<R> other) {
    return one.position().compareSystem(other.position()) == 0;
  }
}
