package io.lakeward.lake;

import io.lakeward.source.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.spark.api.java.function.FlatMapFunction2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BinaryType;

/**
 * Walks two streams of {@link KeyedRows}, the source's and the table's, side by side, and hands
 * over where they differ. Holds one row of each.
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

  private final class Walk implements Iterator<Compared> {
    private final KeyCursor left;
    private final KeyCursor right;
    private final SameColumns same =
        SameColumns.of(layout, column -> compared.contains(column.name()));
    private final Differences.Writer writer = differences.writer();
    private final ComparisonReport report = new ComparisonReport();
    private Compared next;
    private boolean reported;

    Walk(Iterator<InternalRow> sourceRows, Iterator<InternalRow> storedRows) {
      this.left = new KeyCursor(sourceRows, source.key());
      this.right = new KeyCursor(storedRows, stored.key());
    }

    @Override
    public boolean hasNext() {
      while (next == null && (left.hasRow() || right.hasRow())) {
        step();
      }
      if (next == null && !reported) {
        reported = true;
        next = new Compared.Seen(report);
      }
      return next != null;
    }

    @Override
    public Compared next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Compared result = next;
      next = null;
      return result;
    }

    private void step() {
      if (left.isKeyless()) {
        report.countSourceRow();
        report.countKeyless();
        left.advance();
      } else if (right.isKeyless()) {
        right.advance(); // a row of others, which no row of the source can be
      } else {
        compare(order());
      }
    }

    private int order() {
      if (!left.hasRow()) {
        return 1;
      }
      return right.hasRow() ? Arrays.compareUnsigned(left.key(), right.key()) : -1;
    }

    private void compare(int order) {
      if (order < 0) {
        report.countMissing(left.key());
        next = new Compared.Difference(writer.missing(left.key(), left.row()));
        passSource();
      } else if (order > 0) {
        takeStoredAlone();
        right.advance();
      } else {
        if (!differences.takesEqual() && same.test(left.row(), right.row())) {
          report.countEqual();
        } else {
          report.countDifferent(left.key());
          next = new Compared.Difference(writer.different(left.key(), left.row(), right.row()));
        }
        byte[] key = left.key();
        passSource();
        while (right.isAt(key)) {
          right.advance();
        }
      }
    }

    private void takeStoredAlone() {
      InternalRow row = right.row();
      int covered = stored.columns().size() - 1;
      if (row.isNullAt(covered) || !row.getBoolean(covered)) {
        report.countOutside();
      } else {
        report.countExtra(right.key());
        next = new Compared.Difference(writer.extra(right.key(), row));
      }
    }

    /** Passes the row, and the others of its key, which must not be there. */
    private void passSource() {
      byte[] key = left.key();
      report.countSourceRow();
      left.advance();
      boolean counted = false;
      while (left.isAt(key)) {
        report.countSourceRow();
        if (!counted) {
          counted = true;
          report.countRepeated();
          if (report.wantsRepeated()) {
            report.noteRepeated(shown(left.row()));
          }
        }
        left.advance();
      }
    }
  }

  /** The key of a row, for people. */
  private String shown(InternalRow row) {
    List<String> parts = new ArrayList<>();
    for (int ordinal : layout.keyOrdinals()) {
      Layout.Column column = layout.columns().get(ordinal);
      Object value = row.get(ordinal, column.type());
      parts.add(
          column.name()
              + "="
              + (column.type() instanceof BinaryType
                  ? HexFormat.of().formatHex((byte[]) value)
                  : value));
    }
    return String.join(",", parts);
  }
}
