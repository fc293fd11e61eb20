package io.lakeward.lake;

import io.lakeward.autocdc.Outcome;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataFile;

/**
 * What one task of a merge did, or why the merge has to be done again. Reports of all tasks are
 * added up on the driver. Not thread safe.
 */
final class MergeReport implements Serializable {

  /** What a task wrote to one branch. */
  static final class BranchWork implements Serializable {
    private final List<DataFile> added = new ArrayList<>();
    private final Map<String, RowPositions> deleted = new LinkedHashMap<>();

    void add(List<DataFile> files) {
      added.addAll(files);
    }

    void delete(StoredKey.Location location) {
      deleted
          .computeIfAbsent(location.file(), file -> new RowPositions())
          .add(location.rowPosition());
    }

    List<DataFile> added() {
      return added;
    }

    Map<String, RowPositions> deleted() {
      return deleted;
    }

    boolean isEmpty() {
      return added.isEmpty() && deleted.isEmpty();
    }

    /** The same, but for rows of these files: they go as a whole. */
    BranchWork without(Set<String> files) {
      BranchWork rest = new BranchWork();
      rest.add(added);
      deleted.forEach(
          (file, rows) -> {
            if (!files.contains(file)) {
              rest.deleted.put(file, rows);
            }
          });
      return rest;
    }

    long deletedRows() {
      return deleted.values().stream().mapToLong(RowPositions::size).sum();
    }

    private void addAll(BranchWork other) {
      added.addAll(other.added);
      other.deleted.forEach(
          (file, rows) -> deleted.computeIfAbsent(file, name -> new RowPositions()).addAll(rows));
    }
  }

  private final BranchWork main = new BranchWork();
  private final BranchWork state = new BranchWork();
  private final EnumMap<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
  private boolean rowsNeeded;
  private boolean handoversNeeded;
  private long duplicateKeys;

  /** What was written to the table. */
  BranchWork main() {
    return main;
  }

  /** What was written to the state branch. */
  BranchWork state() {
    return state;
  }

  /** How many records ended in each outcome. */
  Map<Outcome, Long> outcomes() {
    return outcomes;
  }

  /** Keys of which the table held more than one row. */
  long duplicateKeys() {
    return duplicateKeys;
  }

  /** Whether the fold had to look into a stored row of which only the bookkeeping was read. */
  boolean rowsNeeded() {
    return rowsNeeded;
  }

  /** Whether a key has something to hand over to another. */
  boolean handoversNeeded() {
    return handoversNeeded;
  }

  void count(Outcome outcome) {
    outcomes.merge(outcome, 1L, Long::sum);
  }

  void countDuplicateKey() {
    duplicateKeys++;
  }

  void needRows() {
    rowsNeeded = true;
  }

  void needHandovers() {
    handoversNeeded = true;
  }

  MergeReport addAll(MergeReport other) {
    main.addAll(other.main);
    state.addAll(other.state);
    other.outcomes.forEach((outcome, count) -> outcomes.merge(outcome, count, Long::sum));
    rowsNeeded |= other.rowsNeeded;
    handoversNeeded |= other.handoversNeeded;
    duplicateKeys += other.duplicateKeys;
    return this;
  }
}
