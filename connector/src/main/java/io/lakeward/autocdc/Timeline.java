package io.lakeward.autocdc;

import io.lakeward.autocdc.State.Live;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a list of changes makes of a key: its runs, and what stood before each move. States are
 * those after each distinct sequence: what has no width is not there.
 *
 * @param <R> a row
 */
final class Timeline<R> {

  /** A move, and the key's state just before it. */
  record Departure<R>(Event<R> move, State<R> before) {}

  private final HistoryPort<R> rows;
  private final List<Run<R>> runs = new ArrayList<>();
  private List<Departure<R>> departures = List.of();

  /**
   * The state after the changes so far: its columns, and the change that left it. Null for none; a
   * row that was there before has no author.
   */
  private R row;

  private Event<R> author;

  /** The run that is open at the sequence before; null for none. */
  private Event<R> opened;

  private Event<R> last;
  private R first;
  private R shown;

  private Timeline(HistoryPort<R> rows) {
    this.rows = rows;
  }

  /**
   * The timeline of changes in their order.
   *
   * @param before the row that stood before the first, if that is known
   */
  static <R> Timeline<R> of(HistoryPort<R> rows, List<Event<R>> events, Optional<R> before) {
    Timeline<R> timeline = new Timeline<>(rows);
    timeline.row = before.orElse(null);
    int size = events.size();
    for (int i = 0; i < size; i++) {
      Event<R> event = events.get(i);
      timeline.apply(event);
      if (i + 1 == size || !event.position().hasSameSequence(events.get(i + 1).position())) {
        timeline.endSequence(event);
      }
    }
    timeline.endRun(null);
    return timeline;
  }

  /** The runs, in their order. */
  List<Run<R>> runs() {
    return runs;
  }

  /** The moves, in their order. */
  List<Departure<R>> departures() {
    return departures;
  }

  private void apply(Event<R> event) {
    if (event.change() instanceof Change.Upsert<R> upsert) {
      row = after(upsert);
      author = event;
      return;
    }
    if (event.change() instanceof Change.Move<R>) {
      departures = departures.isEmpty() ? new ArrayList<>() : departures;
      departures.add(new Departure<>(event, state()));
    }
    row = null;
  }

  private R after(Change.Upsert<R> upsert) {
    if (upsert.unauthored().isEmpty() || upsert.inherits()) {
      return upsert.row();
    }
    return row == null
        ? rows.without(upsert.row(), upsert.unauthored())
        : rows.overlay(upsert.row(), row, upsert.unauthored());
  }

  private State<R> state() {
    return row == null
        ? new State.Unknown<>()
        : new Live<>(author == null ? Position.NONE : author.position(), row, Authors.ROW);
  }

  private void endSequence(Event<R> event) {
    if (row != null && opened != null && rows.sameTracked(row, shown)) {
      last = event;
      shown = row;
      return;
    }
    endRun(event);
    if (row != null) {
      opened = event;
      last = event;
      first = row;
      shown = row;
    }
  }

  private void endRun(Event<R> ended) {
    if (opened != null) {
      runs.add(new Run<>(opened, last, ended, first, shown));
      opened = null;
    }
  }
}
