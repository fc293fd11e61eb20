package io.lakeward.source.snapshot;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.AccumulatorV2;

/**
 * Which of the declared columns records have, gathered from all tasks. A task that runs again adds
 * what is there already.
 */
final class SeenColumns extends AccumulatorV2<Integer, BitSet> {

  private final int columns;
  private final BitSet seen = new BitSet();

  /** None of so many columns, and no record. */
  SeenColumns(int columns) {
    this.columns = columns;
  }

  /** A record was seen. */
  void addRecord() {
    add(columns);
  }

  /** The names of the columns that no record has; none where there is no record. */
  Set<String> absent(StructType declared) {
    Set<String> absent = new LinkedHashSet<>();
    for (int i = 0; i < columns && seen.get(columns); i++) {
      if (!seen.get(i)) {
        absent.add(declared.fields()[i].name());
      }
    }
    return absent;
  }

  @Override
  public void add(Integer column) {
    seen.set(column);
  }

  @Override
  public void merge(AccumulatorV2<Integer, BitSet> other) {
    seen.or(other.value());
  }

  @Override
  public boolean isZero() {
    return seen.isEmpty();
  }

  @Override
  public AccumulatorV2<Integer, BitSet> copy() {
    SeenColumns copy = new SeenColumns(columns);
    copy.seen.or(seen);
    return copy;
  }

  @Override
  public void reset() {
    seen.clear();
  }

  @Override
  public BitSet value() {
    return seen;
  }
}
