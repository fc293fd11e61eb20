package io.lakeward.autocdc;

import io.lakeward.autocdc.State.Live;
import io.lakeward.change.Position;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Gives changes that inherit from another key what that key handed over (semantics, section 3, "Key
 * changes").
 *
 * @param <R> a row
 */
final class Inheritance<R> {

  private final HistoryPort<R> rows;
  private final BiPredicate<Position, Position> isOneChange;

  /**
   * Inheritance over rows behind this port.
   *
   * @param isOneChange whether a move and an upsert, or two upserts, are of one change of a key
   */
  Inheritance(HistoryPort<R> rows, BiPredicate<Position, Position> isOneChange) {
    this.rows = rows;
    this.isOneChange = isOneChange;
  }

  /** Sets the columns that changes inherit. The list is altered. */
  void receive(List<Event<R>> events, List<Handover<R>> handovers) {
    for (int i = 0; i < events.size(); i++) {
      Event<R> event = events.get(i);
      if (event.change() instanceof Change.Upsert<R> upsert && upsert.inherits()) {
        R row = inherited(events, event, upsert, handovers);
        if (row != upsert.row() && !rows.same(row, upsert.row())) {
          events.set(
              i,
              event.with(
                  new Change.Upsert<>(
                      upsert.position(), row, upsert.unauthored(), upsert.origin())));
        }
      }
    }
  }

  private R inherited(
      List<Event<R>> events, Event<R> event, Change.Upsert<R> upsert, List<Handover<R>> handovers) {
    for (Handover<R> handover : handovers) {
      if (isOneChange.test(handover.move(), upsert.position())) {
        return handover.before() instanceof Live<R> before
            ? rows.overlay(upsert.row(), before.row(), upsert.unauthored())
            : rows.without(upsert.row(), upsert.unauthored());
      }
    }
    return event.source() == null ? deliveredBefore(events, upsert) : upsert.row();
  }

  /** The same key change delivered again takes what was handed over for it. */
  private R deliveredBefore(List<Event<R>> events, Change.Upsert<R> upsert) {
    for (Event<R> other : events) {
      if (other.source() != null
          && other.change() instanceof Change.Upsert<R> before
          && before.inherits()
          && isOneChange.test(before.position(), upsert.position())) {
        return rows.overlay(
            upsert.row(), before.row(), upsert.unauthored().and(before.unauthored()));
      }
    }
    return upsert.row();
  }
}
