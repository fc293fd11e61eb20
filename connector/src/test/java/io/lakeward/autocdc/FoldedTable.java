package io.lakeward.autocdc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A table in memory that is kept by a fold, batch by batch, as the merge keeps one. */
final class FoldedTable {

  private static final int MOST_ROUNDS = 50;

  /** How one mode folds: over rows, above a floor, with all truncates known. */
  @FunctionalInterface
  interface Mode {
    Fold<List<String>> fold(PlainRows rows, List<Change.Truncate<List<String>>> truncates);

    Mode TYPE_1 =
        (rows, truncates) ->
            new Type1Fold<>(
                rows,
                truncates.stream().map(Change::position).reduce(Position.NONE, Position::later));
    Mode TYPE_2 = (rows, truncates) -> new Type2Fold<>(rows, truncates);
    Mode BITEMPORAL = (rows, truncates) -> new BitemporalFold<>(rows);
  }

  private final PlainRows rows;
  private final Mode mode;
  private final Map<String, KeyHistory<List<String>>> stored = new TreeMap<>();
  private final Map<Position, Change.Truncate<List<String>>> truncates = new LinkedHashMap<>();

  FoldedTable(PlainRows rows, Mode mode) {
    this.rows = rows;
    this.mode = mode;
  }

  /** Keys hand over to each other without end. */
  static final class RestlessException extends RuntimeException {
    RestlessException() {
      super("key changes do not come to rest");
    }
  }

  /** What a batch did. */
  record Applied(Map<Outcome, Integer> outcomes, boolean partsChanged) {}

  /** Folds a batch. */
  Applied apply(List<Happening> batch) {
    Map<String, List<Change<List<String>>>> changes = new TreeMap<>();
    Set<String> touched = new HashSet<>();
    for (Happening happening : batch) {
      if (happening.isTruncate()) {
        truncates.putIfAbsent(happening.position(), happening.truncate());
        touched.addAll(stored.keySet());
      } else {
        changes.computeIfAbsent(happening.key(), key -> new ArrayList<>()).add(happening.change());
        touched.add(happening.key());
        if (happening.kind() == Happening.Kind.MOVES_IN) {
          touched.add(happening.otherKey());
        }
      }
    }
    Fold<List<String>> fold = mode.fold(rows, List.copyOf(truncates.values()));
    Map<String, KeyHistory<List<String>>> folded = foldInRounds(fold, touched, changes, batch);
    Map<Outcome, Integer> outcomes = new HashMap<>();
    changes.forEach(
        (key, ofKey) ->
            ofKey.forEach(
                change ->
                    outcomes.merge(
                        fold.outcome(change, historyOf(key), folded.get(key)), 1, Integer::sum)));
    boolean changed =
        folded.entrySet().stream().anyMatch(e -> differs(historyOf(e.getKey()), e.getValue()));
    stored.putAll(folded);
    return new Applied(outcomes, changed);
  }

  /** What readers see: of each row its key, its values and its intervals. */
  List<List<String>> visible() {
    return stored.values().stream()
        .flatMap(history -> history.kept().stream())
        .filter(Kept::isVisible)
        .map(FoldedTable::rowOf)
        .toList();
  }

  KeyHistory<List<String>> historyOf(String key) {
    return stored.getOrDefault(key, KeyHistory.unknown());
  }

  private Map<String, KeyHistory<List<String>>> foldInRounds(
      Fold<List<String>> fold,
      Set<String> touched,
      Map<String, List<Change<List<String>>>> changes,
      List<Happening> batch) {
    Map<String, Set<Handover<List<String>>>> handovers = Map.of();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Set<String> keys = new HashSet<>(touched);
      keys.addAll(handovers.keySet());
      Map<String, KeyHistory<List<String>>> folded = new TreeMap<>();
      for (String key : keys) {
        folded.put(
            key,
            fold.fold(
                historyOf(key),
                changes.getOrDefault(key, List.of()),
                List.copyOf(handovers.getOrDefault(key, Set.of()))));
      }
      Map<String, Set<Handover<List<String>>>> next = handoversOf(folded, batch);
      if (next.equals(handovers)) {
        return folded;
      }
      handovers = next;
    }
    throw new RestlessException();
  }

  /** What is new, and what a new key asked for. */
  private Map<String, Set<Handover<List<String>>>> handoversOf(
      Map<String, KeyHistory<List<String>>> folded, List<Happening> batch) {
    Map<String, Set<Handover<List<String>>>> handovers = new HashMap<>();
    folded.forEach(
        (key, history) -> {
          for (Moved<List<String>> moved : history.moved()) {
            String newKey = new String(moved.newKey(), UTF_8);
            if (!historyOf(key).holds(moved) || isAskedFor(moved, key, newKey, batch)) {
              handovers
                  .computeIfAbsent(newKey, receiver -> new HashSet<>())
                  .add(new Handover<>(moved.position(), moved.before()));
            }
          }
        });
    return handovers;
  }

  private static boolean isAskedFor(
      Moved<List<String>> moved, String key, String newKey, List<Happening> batch) {
    return batch.stream()
        .anyMatch(
            happening ->
                happening.kind() == Happening.Kind.MOVES_IN
                    && happening.key().equals(newKey)
                    && happening.otherKey().equals(key)
                    && happening.position().hasSameSequence(moved.position()));
  }

  private static boolean differs(KeyHistory<List<String>> one, KeyHistory<List<String>> other) {
    return one.kept().size() != other.kept().size() || !one.kept().stream().allMatch(other::holds);
  }

  private static List<String> rowOf(Kept<List<String>> part) {
    if (part instanceof Version<List<String>> version) {
      return version.row();
    } else if (part instanceof Belief<List<String>> belief) {
      return belief.row();
    } else if (part instanceof State.Live<List<String>> live) {
      return live.row();
    }
    return ((Foreign<List<String>>) part).row();
  }
}
