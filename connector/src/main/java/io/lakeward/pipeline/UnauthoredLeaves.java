package io.lakeward.pipeline;

import io.lakeward.source.Layout;
import io.lakeward.source.Leaves;
import java.util.BitSet;
import java.util.Set;

/** The leaves of a table of which rows say nothing, so that what others say of them stays. */
final class UnauthoredLeaves {
  private UnauthoredLeaves() {}

  /**
   * A bit for each leaf of the columns of the source that the rows do not have.
   *
   * @param had the names in the table of the columns that they have
   */
  static BitSet of(Layout layout, Set<String> had) {
    BitSet bits = new BitSet();
    Leaves leaves = new Leaves(layout);
    for (int i = 0; i < layout.columns().size(); i++) {
      Layout.Column column = layout.columns().get(i);
      if (column.isOfSource() && !had.contains(column.name())) {
        bits.set(leaves.firstOf(i), leaves.firstOf(i + 1));
      }
    }
    return bits;
  }
}
