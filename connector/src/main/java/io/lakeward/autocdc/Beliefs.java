package io.lakeward.autocdc;

import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells from the runs of one system time after another in which system times each row stands. Lives
 * for one fold of one key.
 *
 * @param <R> a row
 */
final class Beliefs<R> {

  /** A run that is believed, and a change of the system time since when. */
  private record Standing<R>(Run<R> run, Event<R> since) {}

  private final BitemporalPort<R> rows;
  private final Map<Position, List<Belief<R>>> stored = new HashMap<>();
  private final List<Kept<R>> done = new ArrayList<>();
  private List<Standing<R>> standing = List.of();

  Beliefs(BitemporalPort<R> rows, KeyHistory<R> history) {
    this.rows = rows;
    for (Kept<R> part : history.kept()) {
      if (part instanceof Belief<R> belief) {
        stored.computeIfAbsent(belief.interval().opened(), at -> new ArrayList<>(2)).add(belief);
      }
    }
  }

  /**
   * Goes on to the next system time.
   *
   * @param runs what is believed then
   * @param now a change of that time
   */
  void turn(List<Run<R>> runs, Event<R> now) {
    List<Standing<R>> next = new ArrayList<>(runs.size());
    int old = 0;
    for (Run<R> run : runs) {
      while (old < standing.size() && opensBefore(standing.get(old).run(), run)) {
        end(standing.get(old++), now);
      }
      boolean stays = old < standing.size() && isSame(standing.get(old).run(), run);
      next.add(stays ? standing.get(old++) : new Standing<>(run, now));
    }
    while (old < standing.size()) {
      end(standing.get(old++), now);
    }
    standing = next;
  }

  /** Adds all rows: those that were believed, and those that are. */
  void addTo(List<Kept<R>> kept) {
    kept.addAll(done);
    for (Standing<R> stands : standing) {
      kept.add(beliefOf(stands, Position.NONE, null));
    }
  }

  private void end(Standing<R> stands, Event<R> now) {
    done.add(beliefOf(stands, now.position(), now));
  }

  private static <R> boolean opensBefore(Run<R> one, Run<R> other) {
    Position opened = one.opened().position();
    Position otherOpened = other.opened().position();
    return otherOpened.isAfter(opened) && !opened.hasSameSequence(otherOpened);
  }

  private boolean isSame(Run<R> one, Run<R> other) {
    return one.interval().hasSameBounds(other.interval()) && rows.same(one.row(), other.row());
  }

  private Belief<R> beliefOf(Standing<R> stands, Position until, Event<R> ending) {
    Interval interval = stands.run().interval();
    for (Belief<R> belief : stored.getOrDefault(interval.opened(), List.of())) {
      if (isStill(belief, stands, until)) {
        return belief;
      }
    }
    R row = believed(stands, ending);
    return new Belief<>(interval, stands.since().position(), until, row);
  }

  private boolean isStill(Belief<R> belief, Standing<R> stands, Position until) {
    boolean endsAlike =
        belief.stands()
            ? until.equals(Position.NONE)
            : !until.equals(Position.NONE) && belief.until().compareSystem(until) == 0;
    return endsAlike
        && belief.since().compareSystem(stands.since().position()) == 0
        && belief.interval().hasSameBounds(stands.run().interval())
        && rows.same(belief.row(), stands.run().row());
  }

  private R believed(Standing<R> stands, Event<R> ending) {
    Run<R> run = stands.run();
    R from = run.opened().change().row();
    R row =
        run.ended() == null
            ? rows.open(run.row(), from)
            : rows.between(run.row(), from, run.ended().change().row());
    R since = stands.since().change().row();
    return ending == null
        ? rows.believedFrom(row, since)
        : rows.believedBetween(row, since, ending.change().row());
  }
}
