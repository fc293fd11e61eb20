package io.lakeward.autocdc;

import io.lakeward.autocdc.Version.Closing;
import io.lakeward.autocdc.Version.Opening;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts together all changes of a key that a history knows: those that are stored, and new ones. In
 * their order, each position once.
 *
 * @param <R> a row
 */
final class Events<R> {

  private final HistoryPort<R> rows;
  private final List<Change.Truncate<R>> truncates;

  Events(HistoryPort<R> rows, List<Change.Truncate<R>> truncates) {
    this.rows = rows;
    this.truncates = List.copyOf(truncates);
  }

  /** The truncates, which are of every key. */
  List<Change.Truncate<R>> truncates() {
    return truncates;
  }

  /** The changes of a key; empty where it has none of its own. */
  List<Event<R>> of(KeyHistory<R> stored, List<Change<R>> changes) {
    List<Event<R>> events = new ArrayList<>(stored.kept().size() + changes.size() + 2);
    for (Kept<R> part : stored.kept()) {
      addStored(events, part);
    }
    for (Change<R> change : changes) {
      events.add(Event.arrived(ofKey(change)));
    }
    if (events.isEmpty()) {
      return events;
    }
    for (Change.Truncate<R> truncate : truncates) {
      events.add(Event.arrived(truncate));
    }
    for (Kept<R> part : stored.kept()) {
      addForgotten(events, part);
    }
    if (!isInOrder(events)) {
      events.sort((one, other) -> one.position().compareTo(other.position())); // stored ones first
      removeRepeated(events);
    }
    return events;
  }

  private void addStored(List<Event<R>> events, Kept<R> part) {
    if (part instanceof Version<R> version) {
      if (version.opening() instanceof Opening.Here here) {
        events.add(Event.stored(opening(version, here), version));
      }
      if (version.closing() == Closing.DELETED) {
        events.add(Event.stored(ending(version), version));
      }
    } else if (part instanceof Remembered<R> remembered) {
      events.add(Event.stored(remembered.change(), remembered));
    } else if (part instanceof Moved<R> moved) {
      events.add(
          Event.stored(new Change.Move<>(moved.position(), moved.row(), moved.newKey()), moved));
    } else if (part instanceof State<?>) {
      throw new IllegalStateException("Cannot read a row without history as history: " + part);
    }
  }

  /**
   * What a version knows of changes that are kept elsewhere, should they no longer be: hidden
   * changes are given up some day, and the versions they bounded must stay as they are.
   */
  private void addForgotten(List<Event<R>> events, Kept<R> part) {
    if (part instanceof Version<R> version) {
      if (version.opening() instanceof Opening.Elsewhere) {
        events.add(Event.stored(opening(version, (Opening.Here) Opening.FULL), version));
      }
      if (version.closing() == Closing.MOVED) {
        events.add(Event.stored(ending(version), version));
      }
    }
  }

  /** What deletes all keys deletes this one, and is kept with it where it comes as its change. */
  private static <R> Change<R> ofKey(Change<R> change) {
    return change instanceof Change.Truncate<R>
        ? new Change.Delete<>(change.position(), change.row())
        : change;
  }

  private static <R> Change<R> opening(Version<R> version, Opening.Here here) {
    return new Change.Upsert<>(
        version.interval().opened(), version.row(), here.unauthored(), here.origin());
  }

  private Change<R> ending(Version<R> version) {
    return new Change.Delete<>(version.interval().ended(), rows.ending(version.row()));
  }

  /** The usual case: parts are stored in their order, and changes come later than them. */
  private static <R> boolean isInOrder(List<Event<R>> events) {
    for (int i = 1; i < events.size(); i++) {
      if (!events.get(i).position().isAfter(events.get(i - 1).position())) {
        return false;
      }
    }
    return true;
  }

  private static <R> void removeRepeated(List<Event<R>> sorted) {
    int kept = 1;
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).position().isAfter(sorted.get(kept - 1).position())) {
        sorted.set(kept++, sorted.get(i));
      }
    }
    sorted.subList(kept, sorted.size()).clear();
  }
}
