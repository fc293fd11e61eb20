package io.lakeward.source;

import java.util.BitSet;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;

/** The nulls by which the upserts of a flow author nothing (semantics, section 4). */
public final class IgnoredNulls {

  private static final BitSet NONE = new BitSet(0);

  private final Leaves leaves;
  private final int[] columns;

  /**
   * The nulls that a flow ignores in rows of a layout.
   *
   * @param updates the flow's rule; no null is ignored under another than {@link
   *     PartialUpdates.IgnoreNulls}
   * @param selection says which source column a column of the layout may be
   * @param added the columns that the flow adds to those of the source; the rule names them as the
   *     table does
   */
  public IgnoredNulls(
      PartialUpdates updates,
      Selection selection,
      Collection<String> added,
      Layout layout,
      Leaves leaves) {
    this.leaves = leaves;
    this.columns =
        updates instanceof PartialUpdates.IgnoreNulls ignored
            ? columns(ignored.columns(), selection, added, layout)
            : new int[0];
  }

  private static int[] columns(
      Selection ignored, Selection selection, Collection<String> added, Layout layout) {
    return IntStream.range(0, layout.columns().size())
        .filter(i -> layout.columns().get(i).isValue())
        .filter(
            i ->
                nameOf(layout.columns().get(i).name(), selection, added)
                    .flatMap(ignored::targetOf)
                    .isPresent())
        .toArray();
  }

  /** The name under which the rule knows a column of the layout; empty for one it cannot know. */
  private static Optional<String> nameOf(
      String column, Selection selection, Collection<String> added) {
    return added.contains(column)
        ? Optional.of(column)
        : selection.sourcesOf(column).stream().findFirst();
  }

  /**
   * The leaves that are null in a row of the layout, and of which it therefore says nothing. Not to
   * be altered.
   */
  public BitSet in(InternalRow row) {
    if (columns.length == 0) {
      return NONE;
    }
    BitSet nulls = new BitSet(0);
    for (int column : columns) {
      leaves.addNulls(row, column, nulls);
    }
    return nulls;
  }
}
