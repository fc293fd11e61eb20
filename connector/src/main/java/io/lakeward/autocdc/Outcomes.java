package io.lakeward.autocdc;

import io.lakeward.autocdc.Change.Upsert;
import io.lakeward.autocdc.Version.Closing;
import io.lakeward.autocdc.Version.Opening;
import io.lakeward.change.Position;
import java.util.Arrays;
import java.util.function.BiPredicate;

/**
 * How a change of a history ended. A history shows also what is past, so a change is superseded
 * only by a later one of the same time, which leaves it without width.
 */
final class Outcomes {

  private final BiPredicate<Position, Position> isOneTime;

  /**
   * Outcomes in a history.
   *
   * @param isOneTime whether two positions have no width between them
   */
  Outcomes(BiPredicate<Position, Position> isOneTime) {
    this.isOneTime = isOneTime;
  }

  <R> Outcome of(Change<R> change, KeyHistory<R> stored, KeyHistory<R> folded) {
    if (folded.kept().stream().anyMatch(part -> overrules(part, change))) {
      return Outcome.SUPERSEDED;
    }
    boolean isNew = stored.kept().stream().noneMatch(part -> stands(part, change.position()));
    return isNew && isShown(change, stored, folded) ? Outcome.APPLIED : Outcome.UNCHANGED;
  }

  /** Whether a part stands for the change at this position. */
  private static <R> boolean stands(Kept<R> part, Position position) {
    if (part instanceof Remembered<R> remembered) {
      return remembered.change().position().equals(position);
    } else if (part instanceof Moved<R> moved) {
      return moved.position().equals(position);
    }
    return part instanceof Version<R> version && version.interval().isBoundedBy(position);
  }

  /** Whether a row that is new, changed or gone has the change in it, or would have without it. */
  private <R> boolean isShown(Change<R> change, KeyHistory<R> stored, KeyHistory<R> folded) {
    boolean deletes = !(change instanceof Upsert<R>);
    for (Kept<R> part : folded.kept()) {
      if (!stored.holds(part)
          && (bears(part, change.position())
              || (deletes && misses(part, change.position(), stored)))) {
        return true;
      }
    }
    return stored.kept().stream()
        .anyMatch(
            part ->
                !folded.holds(part)
                    && (part instanceof Foreign<R>
                        || (deletes ? isGone(part, change) : part instanceof Belief<R>)));
  }

  private <R> boolean bears(Kept<R> part, Position position) {
    Interval interval = intervalOf(part);
    return interval != null
        && (interval.ended().equals(position)
            || interval.spans(position)
            || isOneTime.test(interval.opened(), position));
  }

  /** Whether a later row has changed, which no longer finds the columns that a delete took away. */
  private static <R> boolean misses(Kept<R> part, Position position, KeyHistory<R> stored) {
    Interval interval = intervalOf(part);
    return interval != null
        && interval.opened().isAfter(position)
        && stored.kept().stream().anyMatch(was -> stands(was, interval.opened()));
  }

  /**
   * Whether a row was there only until a delete of the same time came, or was believed until it.
   */
  private <R> boolean isGone(Kept<R> part, Change<R> delete) {
    return part instanceof Belief<R>
        || (part instanceof Version<R> version
            && isOneTime.test(version.interval().opened(), delete.position()));
  }

  private static <R> Interval intervalOf(Kept<R> part) {
    if (part instanceof Version<R> version) {
      return version.interval();
    }
    return part instanceof Belief<R> belief ? belief.interval() : null;
  }

  /**
   * Whether a part stands for a later change of the same time that leaves nothing of the change.
   */
  private <R> boolean overrules(Kept<R> part, Change<R> change) {
    if (part instanceof Remembered<R> remembered) {
      return isLater(remembered.change().position(), change)
          && (!(remembered.change() instanceof Upsert<R> upsert)
              || leavesNothing(upsert.unauthored(), upsert.origin(), change));
    } else if (part instanceof Moved<R> moved) {
      return isLater(moved.position(), change);
    }
    return part instanceof Version<R> version && overrules(version, change);
  }

  private <R> boolean overrules(Version<R> version, Change<R> change) {
    boolean opens =
        version.opening() instanceof Opening.Here here
            && isLater(version.interval().opened(), change)
            && leavesNothing(here.unauthored(), here.origin(), change);
    return opens
        || (version.closing() == Closing.DELETED && isLater(version.interval().ended(), change));
  }

  private <R> boolean isLater(Position position, Change<R> change) {
    return position.isAfter(change.position()) && isOneTime.test(position, change.position());
  }

  private static <R> boolean leavesNothing(
      ColumnSet unauthored, Change.Origin origin, Change<R> earlier) {
    return unauthored.isEmpty()
        || origin == Change.Origin.OLD_KEY
        || (earlier instanceof Upsert<R> upsert
            && Arrays.stream(unauthored.ordinals()).allMatch(upsert.unauthored()::contains));
  }
}
