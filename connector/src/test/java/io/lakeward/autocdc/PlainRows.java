package io.lakeward.autocdc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Rows as lists of text: the key, the values, then the interval, then the system interval. A row
 * that is used without history may lack the intervals.
 *
 * @param values how many values follow the key
 * @param tracked the columns whose history is tracked
 */
public record PlainRows(int values, ColumnSet tracked) implements BitemporalPort<List<String>> {

  /** Rows of three values, all tracked. */
  PlainRows() {
    this(3, allOf(3));
  }

  static ColumnSet allOf(int values) {
    return ColumnSet.of(IntStream.rangeClosed(1, values).toArray());
  }

  /** The row of a change: its key, its values, its own interval value and system sequence. */
  static List<String> ofChange(String key, List<String> values, String start, String system) {
    List<String> row = new ArrayList<>();
    row.add(key);
    row.addAll(values);
    row.add(start);
    row.add(null);
    row.add(system);
    row.add(null);
    return Collections.unmodifiableList(row);
  }

  /** The column of the interval's start. */
  public int start() {
    return values + 1;
  }

  int systemStart() {
    return values + 3;
  }

  @Override
  public List<String> overlay(List<String> base, List<String> top, ColumnSet columns) {
    List<String> row = new ArrayList<>(base);
    for (int ordinal : columns.ordinals()) {
      row.set(ordinal, top.get(ordinal));
    }
    return Collections.unmodifiableList(row);
  }

  @Override
  public List<String> without(List<String> row, ColumnSet columns) {
    List<String> result = new ArrayList<>(row);
    for (int ordinal : columns.ordinals()) {
      result.set(ordinal, null);
    }
    return Collections.unmodifiableList(result);
  }

  @Override
  public List<String> only(List<String> row, ColumnSet columns) {
    List<String> result = new ArrayList<>(row);
    for (int ordinal = 1; ordinal < row.size(); ordinal++) {
      if (!columns.contains(ordinal)) {
        result.set(ordinal, null);
      }
    }
    return Collections.unmodifiableList(result);
  }

  @Override
  public boolean same(List<String> one, List<String> other) {
    return one.subList(0, start()).equals(other.subList(0, start()));
  }

  @Override
  public boolean sameTracked(List<String> one, List<String> other) {
    return IntStream.of(tracked.ordinals()).allMatch(i -> Objects.equals(one.get(i), other.get(i)));
  }

  @Override
  public List<String> open(List<String> row, List<String> from) {
    return with(row, start(), from.get(start()), null);
  }

  @Override
  public List<String> between(List<String> row, List<String> from, List<String> to) {
    return with(row, start(), from.get(start()), to.get(start()));
  }

  @Override
  public Optional<List<String>> until(List<String> row, List<String> change) {
    return cut(row, start(), change);
  }

  @Override
  public boolean endsAt(List<String> row, List<String> change) {
    return Objects.equals(row.get(start() + 1), change.get(start()));
  }

  @Override
  public Optional<List<String>> believedUntil(List<String> row, List<String> change) {
    return cut(row, systemStart(), change);
  }

  private static Optional<List<String>> cut(List<String> row, int from, List<String> change) {
    int at = Integer.parseInt(change.get(from));
    if (row.get(from) != null && Integer.parseInt(row.get(from)) >= at) {
      return Optional.empty();
    }
    boolean ended = row.get(from + 1) != null && Integer.parseInt(row.get(from + 1)) <= at;
    return Optional.of(ended ? row : with(row, from, row.get(from), change.get(from)));
  }

  @Override
  public List<String> ending(List<String> row) {
    return with(only(row, ColumnSet.NONE), start(), row.get(start() + 1), null);
  }

  @Override
  public List<String> believedFrom(List<String> row, List<String> from) {
    return with(row, systemStart(), from.get(systemStart()), null);
  }

  @Override
  public List<String> believedBetween(List<String> row, List<String> from, List<String> to) {
    return with(row, systemStart(), from.get(systemStart()), to.get(systemStart()));
  }

  private static List<String> with(List<String> row, int ordinal, String first, String second) {
    List<String> result = new ArrayList<>(row);
    result.set(ordinal, first);
    result.set(ordinal + 1, second);
    return Collections.unmodifiableList(result);
  }
}
