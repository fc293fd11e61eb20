package io.lakeward.autocdc;

import io.lakeward.autocdc.Authors.Entry;
import io.lakeward.autocdc.State.Deleted;
import io.lakeward.autocdc.State.Live;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.List;

/**
 * SCD type 1: how one change alters the state of its key (semantics, sections 4 and 5).
 *
 * <p>Applying is commutative: whatever the order in which a set of changes is applied, each column
 * ends with the value of its own latest author since the last delete below it. So the fold needs no
 * history, and late, repeated and re-batched changes take no path of their own.
 *
 * @param <R> a row
 */
final class CurrentState<R> {

  private final RowPort<R> rows;

  CurrentState(RowPort<R> rows) {
    this.rows = rows;
  }

  /** The state after a change; the same object where the change says nothing new. */
  State<R> apply(State<R> state, Change<R> change) {
    return change instanceof Change.Upsert<R> upsert
        ? upsert(state, upsert)
        : delete(state, change.position());
  }

  private State<R> upsert(State<R> state, Change.Upsert<R> change) {
    if (state instanceof Live<R> live) {
      int order = change.position().compareTo(live.position());
      if (order == 0) {
        return live;
      }
      return order > 0 ? newer(live, change) : late(live, change);
    }
    if (state instanceof Deleted<R> deleted) {
      return change.position().isAfter(deleted.position())
          ? first(change, deleted.position())
          : deleted;
    }
    return first(change, Position.NONE);
  }

  /** The state after a delete or truncate; the same object where that says nothing new. */
  State<R> delete(State<R> state, Position position) {
    if (state instanceof Live<R> live) {
      return position.isAfter(live.position())
          ? new Deleted<>(position)
          : lateDelete(live, position);
    }
    if (state instanceof Deleted<R> deleted && !position.isAfter(deleted.position())) {
      return deleted;
    }
    return new Deleted<>(position);
  }

  /** The state after an old key handed over what it had. */
  State<R> receive(State<R> state, Handover<R> handover) {
    if (!(state instanceof Live<R> live)) {
      return state;
    }
    ColumnSet columns =
        live.authors().columns(e -> e.inherited() && handover.move().hasSameSequence(e.position()));
    if (columns.isEmpty()) {
      return live;
    }
    R row =
        handover.before() instanceof Live<R> before
            ? rows.overlay(live.row(), before.row(), columns)
            : rows.without(live.row(), columns);
    return new Live<>(live.position(), row, live.authors());
  }

  /**
   * What is still known of the state before a position: the columns whose authors are older. Exact
   * where no newer change has overwritten them, which Kafka's order of a key ensures.
   */
  State<R> before(State<R> state, Position position) {
    if (state instanceof Deleted<R> deleted) {
      return position.isAfter(deleted.position()) ? deleted : new State.Unknown<>();
    }
    if (!(state instanceof Live<R> live) || position.isAfter(live.position())) {
      return state;
    }
    List<Entry> known =
        live.authors().entries().stream().filter(e -> position.isAfter(e.position())).toList();
    if (known.isEmpty()) {
      return new State.Unknown<>();
    }
    ColumnSet columns = ColumnSet.of(known.stream().mapToInt(Entry::ordinal).toArray());
    Position latest = known.stream().map(Entry::position).reduce(Position.NONE, Position::later);
    return new Live<>(latest, rows.only(live.row(), columns), new Authors(known));
  }

  private Live<R> first(Change.Upsert<R> change, Position floor) {
    List<Entry> authors = new ArrayList<>();
    for (int ordinal : change.unauthored().ordinals()) {
      authors.add(
          change.inherits()
              ? new Entry(ordinal, change.position(), true)
              : new Entry(ordinal, floor, false));
    }
    return new Live<>(change.position(), change.row(), new Authors(authors));
  }

  private Live<R> newer(Live<R> live, Change.Upsert<R> change) {
    if (change.unauthored().isEmpty()) {
      return new Live<>(change.position(), change.row(), Authors.ROW);
    }
    if (change.inherits()) {
      return inherited(live, change);
    }
    List<Entry> authors = new ArrayList<>();
    for (int ordinal : change.unauthored().ordinals()) {
      authors.add(live.authors().of(ordinal, live.position()));
    }
    R row = rows.overlay(change.row(), live.row(), change.unauthored());
    return new Live<>(change.position(), row, new Authors(authors));
  }

  /** The same key change delivered again keeps what was handed over for it. */
  private Live<R> inherited(Live<R> live, Change.Upsert<R> change) {
    Live<R> first = first(change, Position.NONE);
    ColumnSet again =
        live.authors()
            .columns(
                e ->
                    e.inherited()
                        && change.position().hasSameSequence(e.position())
                        && change.unauthored().contains(e.ordinal()));
    return again.isEmpty()
        ? first
        : new Live<>(
            first.position(), rows.overlay(first.row(), live.row(), again), first.authors());
  }

  private Live<R> late(Live<R> live, Change.Upsert<R> change) {
    ColumnSet mine =
        live.authors()
            .columns(
                e ->
                    change.position().isAfter(e.position())
                        && (change.inherits() || !change.unauthored().contains(e.ordinal())));
    if (mine.isEmpty()) {
      return live;
    }
    Authors authors =
        live.authors()
            .replace(
                mine,
                e ->
                    new Entry(
                        e.ordinal(), change.position(), change.unauthored().contains(e.ordinal())));
    return new Live<>(live.position(), rows.overlay(live.row(), change.row(), mine), authors);
  }

  private Live<R> lateDelete(Live<R> live, Position position) {
    ColumnSet older = live.authors().columns(e -> position.isAfter(e.position()));
    if (older.isEmpty()) {
      return live;
    }
    Authors authors = live.authors().replace(older, e -> new Entry(e.ordinal(), position, false));
    return new Live<>(live.position(), rows.without(live.row(), older), authors);
  }
}
