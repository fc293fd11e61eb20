package io.lakeward.lake;

import io.lakeward.change.OrderedBytes;
import io.lakeward.row.OrderedColumns;
import io.lakeward.source.Layout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BinaryType;

/**
 * Walks two streams of {@link KeyedRows}, the source's and the table's, side by side, and hands
 * over where they differ, in no order. Holds one row of each key of one hash, which is a single key
 * but for a rare accident.
 *
 * @param layout the columns that both have first
 * @param compared the names of those in which rows may differ
 * @param source the source's rows
 * @param stored the table's rows; the last of their own columns tells whether the source covers the
 *     row, so that its absence there means something
 * @param differences what becomes of a difference
 */
record ComparisonTask(
    Layout layout,
    Set<String> compared,
    KeyedRows source,
    KeyedRows stored,
    Differences differences)
    implements FlatMapFunction2<Iterator<InternalRow>, Iterator<InternalRow>, Compared> {

  @Override
  public Iterator<Compared> call(
      Iterator<InternalRow> sourceRows, Iterator<InternalRow> storedRows) {
    return new Walk(sourceRows, storedRows);
  }

  /**
   * The rows of a key.
   *
   * @param first one of them
   * @param count how many there are
   */
  private record Keyed(InternalRow first, long count) {
    Keyed again() {
      return new Keyed(first, count + 1);
    }
  }

  private final class Walk implements Iterator<Compared> {
    private final HashCursor left;
    private final HashCursor right;

    /** Over the keys too: rows that are the same have one key. */
    private final SameColumns same =
        SameColumns.of(layout, column -> column.isKey() || compared.contains(column.name()));

    private final OrderedColumns keyColumns = source.keyColumns();
    private final OrderedBytes buffer = new OrderedBytes();
    private final Differences.Writer writer = differences.writer();
    private final ComparisonReport report = new ComparisonReport();
    private final Queue<Compared> found = new ArrayDeque<>(2);
    private boolean reported;

    Walk(Iterator<InternalRow> sourceRows, Iterator<InternalRow> storedRows) {
      this.left = new HashCursor(sourceRows, source.hash(), source.hash() + 1);
      this.right = new HashCursor(storedRows, stored.hash(), stored.hash() + 1);
    }

    @Override
    public boolean hasNext() {
      while (found.isEmpty() && (left.hasRow() || right.hasRow())) {
        step();
      }
      if (found.isEmpty() && !reported) {
        reported = true;
        found.add(new Compared.Seen(report));
      }
      return !found.isEmpty();
    }

    @Override
    public Compared next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return found.remove();
    }

    private void step() {
      boolean bothStand = left.hasRow() && right.hasRow() && left.hash() == right.hash();
      if (bothStand && !left.isFollowed() && !right.isFollowed() && takeSame()) {
        return;
      }
      long hash = smallestHash();
      match(byKey(left, hash), byKey(right, hash));
    }

    /** Most rows are alone with their hash, and as they were. */
    private boolean takeSame() {
      if (differences.takesEqual()
          || keyColumns.anyNull(left.row())
          || !same.test(left.row(), right.row())) {
        return false;
      }
      report.countSourceRows(1);
      report.countEqual();
      left.advance();
      right.advance();
      return true;
    }

    private long smallestHash() {
      if (!left.hasRow()) {
        return right.hash();
      }
      return right.hasRow() ? Math.min(left.hash(), right.hash()) : left.hash();
    }

    /** Those of a hash by key; rows without a key are counted, if they are the source's. */
    private Map<byte[], Keyed> byKey(HashCursor cursor, long hash) {
      Map<byte[], Keyed> rows = new TreeMap<>(Arrays::compareUnsigned);
      for (; cursor.hasRow() && cursor.hash() == hash; cursor.advance()) {
        InternalRow row = cursor.row();
        if (!keyColumns.anyNull(row)) {
          byte[] key = keyColumns.encode(row, buffer);
          Keyed before = rows.get(key);
          rows.put(key, before == null ? new Keyed(row.copy(), 1) : before.again());
        } else if (cursor == left) {
          report.countSourceRows(1);
          report.countKeyless();
        }
      }
      return rows;
    }

    private void match(Map<byte[], Keyed> sourceRows, Map<byte[], Keyed> storedRows) {
      sourceRows.forEach(
          (key, rows) -> {
            report.countSourceRows(rows.count());
            if (rows.count() > 1) {
              report.countRepeated(shown(rows.first()));
            }
            Keyed there = storedRows.remove(key);
            if (there == null) {
              report.countMissing(key);
              add(writer.missing(key, rows.first()));
            } else {
              compare(key, rows.first(), there);
            }
          });
      storedRows.forEach((key, rows) -> takeStoredAlone(key, rows.first()));
    }

    /** A key that others gave the table twice is for the merge to mend. */
    private void compare(byte[] key, InternalRow sourceRow, Keyed storedRows) {
      boolean isAlone = storedRows.count() == 1;
      if (isAlone && !differences.takesEqual() && same.test(sourceRow, storedRows.first())) {
        report.countEqual();
      } else {
        report.countDifferent(key);
        add(writer.different(key, sourceRow, storedRows.first()));
      }
    }

    private void takeStoredAlone(byte[] key, InternalRow row) {
      int covered = stored.columns().size() - 1;
      if (row.isNullAt(covered) || !row.getBoolean(covered)) {
        report.countOutside();
      } else {
        report.countExtra(key);
        add(writer.extra(key, row));
      }
    }

    private void add(InternalRow difference) {
      found.add(new Compared.Difference(difference));
    }
  }

  /** The key of a row, for people. */
  private String shown(InternalRow row) {
    List<String> parts = new ArrayList<>();
    for (int ordinal : layout.keyOrdinals()) {
      Layout.Column column = layout.columns().get(ordinal);
      Object value = row.get(ordinal, column.type());
      String text =
          column.type() instanceof BinaryType
              ? HexFormat.of().formatHex((byte[]) value)
              : String.valueOf(value);
      parts.add(column.name() + "=" + text);
    }
    return String.join(",", parts);
  }
}
