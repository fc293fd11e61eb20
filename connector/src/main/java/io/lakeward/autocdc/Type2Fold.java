package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.autocdc.Version.Closing;
import io.lakeward.autocdc.Version.Opening;
import io.lakeward.change.Position;
import java.util.List;
import java.util.Optional;

/**
 * The fold of SCD type 2: one {@link Version} for each run of states that are equal on the tracked
 * columns (semantics, section 6).
 *
 * @param <R> a row
 */
public final class Type2Fold<R> extends HistoryFold<R> {

  private final HistoryPort<R> rows;

  /**
   * A fold of rows behind this port.
   *
   * @param truncates all truncates of the table, since each closes what was open at its place; in
   *     any order
   */
  public Type2Fold(HistoryPort<R> rows, List<Change.Truncate<R>> truncates) {
    super(rows, truncates);
    this.rows = requireNonNull(rows, "rows");
  }

  @Override
  void addRows(List<Kept<R>> kept, List<Event<R>> events, KeyHistory<R> stored) {
    Timeline<R> timeline = Timeline.of(rows, events, before(kept, events.get(0)));
    List<Run<R>> runs = timeline.runs();
    for (int i = 0; i < runs.size(); i++) {
      Version<R> version = versionOf(runs.get(i), stored);
      embody(runs.get(i), version);
      kept.add(version);
    }
    addMoves(kept, timeline.departures());
  }

  /** The row that stood until the first change, which so may leave columns to it. */
  private Optional<R> before(List<Kept<R>> foreign, Event<R> first) {
    for (Kept<R> part : foreign) {
      if (part instanceof Foreign<R> row && rows.endsAt(row.row(), first.change().row())) {
        return Optional.of(row.row());
      }
    }
    return Optional.empty();
  }

  @Override
  boolean isBefore(Position one, Position other) {
    return other.isAfter(one);
  }

  @Override
  Optional<R> standingUntil(R row, R change) {
    return rows.until(row, change);
  }

  @Override
  boolean isOneTime(Position one, Position other) {
    return one.hasSameSequence(other);
  }

  @Override
  R withTimesOf(R row, R change) {
    return rows.open(row, change);
  }

  private Version<R> versionOf(Run<R> run, KeyHistory<R> stored) {
    Opening opening = openingOf(run);
    Version<R> before = storedAt(run.opened(), stored);
    if (before != null && opening.isSame(before.opening()) && isStill(before, run)) {
      return before;
    }
    R from = run.opened().change().row();
    R row =
        run.ended() == null
            ? rows.open(run.row(), from)
            : rows.between(run.row(), from, run.ended().change().row());
    return new Version<>(run.interval(), row, opening, closingOf(run));
  }

  /** The version that was stored with this first change; null for none. */
  private static <R> Version<R> storedAt(Event<R> opened, KeyHistory<R> stored) {
    if (opened.source() instanceof Version<R> version) {
      return version;
    }
    if (opened.source() != null) {
      for (Kept<R> part : stored.kept()) {
        if (part instanceof Version<R> version
            && version.interval().opened().equals(opened.position())) {
          return version;
        }
      }
    }
    return null;
  }

  /** Whether a version is as it was: changes that are equal to it may have come since. */
  private boolean isStill(Version<R> version, Run<R> run) {
    Position ended = run.ended() == null ? Position.NONE : run.ended().position();
    return version.interval().ended().equals(ended)
        && (version.row() == run.row() || rows.same(version.row(), run.row()));
  }

  private Opening openingOf(Run<R> run) {
    if (run.first() != run.row() && !rows.same(run.first(), run.row())) {
      return Opening.ELSEWHERE;
    }
    Change.Upsert<R> upsert = (Change.Upsert<R>) run.opened().change();
    return upsert.unauthored().isEmpty() && !upsert.inherits()
        ? Opening.FULL
        : new Opening.Here(upsert.unauthored(), upsert.origin());
  }

  private static <R> Closing closingOf(Run<R> run) {
    if (run.ended() == null) {
      return Closing.OPEN;
    }
    Change<R> change = run.ended().change();
    if (change instanceof Change.Upsert<R>) {
      return Closing.REPLACED;
    }
    return change instanceof Change.Move<R> ? Closing.MOVED : Closing.DELETED;
  }

  private static <R> void embody(Run<R> run, Version<R> version) {
    if (version.opening() instanceof Opening.Here) {
      run.opened().embody();
    }
    if (version.closing() == Closing.DELETED) {
      run.ended().embody();
    }
  }
}
