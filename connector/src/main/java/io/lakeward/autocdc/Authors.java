package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The columns of a row that another change than the row's own position wrote: each has its latest
 * author, so that a late change still lands in the columns nobody newer wrote (semantics, section
 * 4). A column that is not listed was written at the row's position. Columns are leaves, as in
 * {@link ColumnSet}. Immutable.
 *
 * @param entries at most one for each column, by ascending ordinal
 */
public record Authors(List<Entry> entries) {

  /** Every column was written at the row's position. */
  public static final Authors ROW = new Authors(List.of());

  /**
   * Who wrote one column last.
   *
   * @param ordinal the column's ordinal in the layout
   * @param position its latest author; the position of the delete below it where nobody wrote it
   *     since, {@link Position#NONE} where nobody ever did
   * @param inherited whether the author is a change of the row's key that left the column to the
   *     old key's state
   */
  public record Entry(int ordinal, Position position, boolean inherited) {
    public Entry {
      requireNonNull(position, "position");
    }
  }

  public Authors {
    entries = List.copyOf(entries);
  }

  /** Whether every column was written at the row's position. */
  public boolean isRow() {
    return entries.isEmpty();
  }

  /** The entry of a column, or what a column without one stands for. */
  Entry of(int ordinal, Position rowPosition) {
    for (Entry entry : entries) {
      if (entry.ordinal() == ordinal) {
        return entry;
      }
    }
    return new Entry(ordinal, rowPosition, false);
  }

  /** The columns whose entries match. */
  ColumnSet columns(Predicate<Entry> predicate) {
    return ColumnSet.of(
        entries.stream().filter(predicate).mapToInt(Entry::ordinal).sorted().toArray());
  }

  /** The authors after the entries of these columns are replaced. */
  Authors replace(ColumnSet columns, UnaryOperator<Entry> replacement) {
    List<Entry> replaced = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      replaced.add(columns.contains(entry.ordinal()) ? replacement.apply(entry) : entry);
    }
    return new Authors(replaced);
  }
}
