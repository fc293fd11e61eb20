package io.lakeward.source.debezium;

import io.lakeward.source.Findings;
import io.lakeward.source.Layout;
import io.lakeward.source.json.FieldsReader;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The columns that upserts had and lacked. Bits for each record, names at the end. */
final class ColumnPresence {

  private final Layout layout;
  private final long[] seen;
  private final long[] absent;

  /** What the record at hand lacks, which counts once it is known to be a change. */
  private final long[] lacking;

  ColumnPresence(Layout layout) {
    this.layout = layout;
    this.seen = new long[(layout.columns().size() + 63) / 64];
    this.absent = new long[seen.length];
    this.lacking = new long[seen.length];
  }

  /** Begins a record. */
  void begin() {
    Arrays.fill(lacking, 0L);
  }

  /** The record lacks a column that records of its flow should have. */
  void lacks(int ordinal) {
    lacking[ordinal >> 6] |= 1L << ordinal;
  }

  /** Counts the record, which became an upsert and was read by this reader. */
  void take(FieldsReader row) {
    row.addSeen(seen);
    for (int i = 0; i < absent.length; i++) {
      absent[i] |= lacking[i];
    }
  }

  Findings met() {
    return new Findings(names(seen), names(absent), 0);
  }

  private Set<String> names(long[] ordinals) {
    return BitSet.valueOf(ordinals).stream()
        .mapToObj(ordinal -> layout.columns().get(ordinal).name())
        .collect(Collectors.toSet());
  }
}
