package io.lakeward.autocdc;

import io.lakeward.autocdc.Happening.Kind;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What a table must contain, told from the whole set of its changes again and again, with no
 * thought of speed or storage. Knows nothing of the engine.
 */
public final class Reference {

  private static final Predicate<Position> ALL = position -> true;

  private final PlainRows rows;
  private final List<Happening> happenings;

  /** What these changes make of a table of these rows. */
  public Reference(PlainRows rows, List<Happening> happenings) {
    this.rows = rows;
    this.happenings =
        happenings.stream().distinct().sorted(Comparator.comparing(Happening::position)).toList();
  }

  /** Each key's state after all its changes. */
  public List<List<String>> type1() {
    List<List<String>> table = new ArrayList<>();
    for (String key : keys()) {
      List<String> row = stateOf(key, ALL, ALL);
      if (row != null) {
        table.add(row.subList(0, rows.start()));
      }
    }
    return table;
  }

  /** A row for each run of states; with its start and its end. */
  public List<List<String>> type2() {
    return type2(ALL);
  }

  /** The type 2 rows of each system time, and in which of those times each stands. */
  public List<List<String>> bitemporal() {
    TreeSet<Position> times = new TreeSet<>(Position::compareSystem);
    happenings.forEach(happening -> times.add(happening.position()));
    Map<List<String>, String> standing = new LinkedHashMap<>();
    List<List<String>> table = new ArrayList<>();
    for (Position time : times) {
      String system = systemOf(time);
      List<List<String>> believed = type2(position -> position.compareSystem(time) <= 0);
      for (List<String> row : List.copyOf(standing.keySet())) {
        if (!believed.contains(row)) {
          table.add(with(row, standing.remove(row), system));
        }
      }
      believed.forEach(row -> standing.putIfAbsent(row, system));
    }
    standing.forEach((row, since) -> table.add(with(row, since, null)));
    return table;
  }

  private List<List<String>> type2(Predicate<Position> known) {
    List<List<String>> table = new ArrayList<>();
    for (String key : keys()) {
      List<Happening> ends = endsOfSequences(key, known);
      List<List<String>> states = new ArrayList<>();
      for (Happening end : ends) {
        states.add(stateOf(key, known, position -> !position.isAfter(end.position())));
      }
      for (int i = 0; i < states.size(); i++) {
        if (states.get(i) == null || (i > 0 && goesOn(states, i - 1))) {
          continue;
        }
        int last = i;
        while (goesOn(states, last)) {
          last++;
        }
        String end = last + 1 == ends.size() ? null : startOf(ends.get(last + 1));
        table.add(with(states.get(last).subList(0, rows.start()), startOf(ends.get(i)), end));
      }
    }
    return table;
  }

  /** Whether the state after this one is of the same run. */
  private boolean goesOn(List<List<String>> states, int index) {
    return index + 1 < states.size()
        && states.get(index) != null
        && states.get(index + 1) != null
        && rows.sameTracked(states.get(index), states.get(index + 1));
  }

  /** The last change of each distinct sequence of a key. */
  private List<Happening> endsOfSequences(String key, Predicate<Position> known) {
    List<Happening> ends = new ArrayList<>();
    for (Happening happening : happeningsOf(key, known)) {
      if (!ends.isEmpty()
          && ends.get(ends.size() - 1).position().hasSameSequence(happening.position())) {
        ends.remove(ends.size() - 1);
      }
      ends.add(happening);
    }
    return ends;
  }

  /** A key's columns after those of its changes that are known and in reach; null for no row. */
  private List<String> stateOf(String key, Predicate<Position> known, Predicate<Position> reached) {
    List<String> state = null;
    for (Happening happening : happeningsOf(key, known.and(reached))) {
      if (happening.kind() == Kind.UPSERT) {
        state = over(state, happening);
      } else if (happening.kind() == Kind.MOVES_IN) {
        state = over(leftFor(happening), happening);
      } else {
        state = null;
      }
    }
    return state;
  }

  /** The old key's state just before the move, as it was known when the move was. */
  private List<String> leftFor(Happening arrival) {
    for (Happening move : happeningsOf(arrival.otherKey(), ALL)) {
      if (move.kind() == Kind.MOVES_OUT
          && move.otherKey().equals(arrival.key())
          && move.position().hasSameSequence(arrival.position())) {
        return stateOf(
            arrival.otherKey(),
            position -> position.compareSystem(move.position()) <= 0,
            position -> move.position().isAfter(position));
      }
    }
    return null;
  }

  private static List<String> over(List<String> state, Happening upsert) {
    List<String> row = new ArrayList<>(upsert.row());
    for (int ordinal : upsert.unauthored().ordinals()) {
      row.set(ordinal, state == null ? null : state.get(ordinal));
    }
    return row;
  }

  private List<Happening> happeningsOf(String key, Predicate<Position> known) {
    return happenings.stream()
        .filter(happening -> happening.isTruncate() || happening.key().equals(key))
        .filter(happening -> known.test(happening.position()))
        .toList();
  }

  private List<String> keys() {
    return happenings.stream()
        .filter(happening -> !happening.isTruncate())
        .map(Happening::key)
        .distinct()
        .toList();
  }

  private String startOf(Happening happening) {
    return happening.row().get(rows.start());
  }

  private String systemOf(Position time) {
    return happenings.stream()
        .filter(happening -> happening.position().compareSystem(time) == 0)
        .findFirst()
        .orElseThrow()
        .row()
        .get(rows.systemStart());
  }

  private static List<String> with(List<String> row, String from, String to) {
    List<String> result = new ArrayList<>(row);
    result.add(from);
    result.add(to);
    return result;
  }
}
