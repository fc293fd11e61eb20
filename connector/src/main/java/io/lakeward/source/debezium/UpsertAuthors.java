package io.lakeward.source.debezium;

import io.lakeward.source.DecodedChange;
import io.lakeward.source.DecodedChange.KeyChange;
import io.lakeward.source.IgnoredNulls;
import io.lakeward.source.Layout;
import io.lakeward.source.Leaves;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * What an upsert authors (semantics, section 4). It leaves alone what the source did not send and
 * what is not of its flow; and what the flow's rule for partial updates keeps it from. Reused for
 * each record.
 */
final class UpsertAuthors {

  private final Leaves leaves;
  private final IgnoredNulls ignored;
  private InternalRow row = InternalRow.empty();
  private long[] absent = new long[0];
  private BitSet silent = new BitSet(0);

  UpsertAuthors(Layout layout, EnvelopeOptions options) {
    this.leaves = new Leaves(layout);
    this.ignored =
        new IgnoredNulls(
            options.updates(), options.selection(), options.expressions().added(), layout, leaves);
  }

  /**
   * Looks at an upsert.
   *
   * @param whole its row in the layout
   * @param value the record's value, in which that row begins at {@code start}
   * @param unknown a bit for each added column of which it says nothing
   * @throws io.lakeward.source.ListRefused where the row's list of columns cannot be used
   */
  void read(RowPlan plan, InternalRow whole, byte[] value, int start, long[] unknown)
      throws IOException {
    absent = union(leaves.ofColumns(plan.rows().missed()), leaves.ofColumns(plan.foreign()));
    absent = union(absent, leaves.ofColumns(unknown));
    silent = silent(plan, whole, value, start);
    row = leaves.without(whole, silent);
  }

  /** What the rule for partial updates keeps an upsert from. */
  private BitSet silent(RowPlan plan, InternalRow whole, byte[] value, int start)
      throws IOException {
    Optional<UpdateList> list = plan.updateList();
    return list.isPresent() ? list.get().unlisted(value, start) : ignored.in(whole);
  }

  private static long[] union(long[] fresh, long[] more) {
    if (more.length == 0) {
      return fresh;
    }
    BitSet both = BitSet.valueOf(fresh);
    both.or(BitSet.valueOf(more));
    return both.toLongArray();
  }

  /** Sets the upsert as one that keeps its key. */
  void upsert(DecodedChange change, byte[] sequence, byte[] key) {
    change.upsert(
        sequence, key, row, silent.isEmpty() ? absent : union(absent, silent.toLongArray()));
  }

  /**
   * Sets the upsert as one whose row was under another key before. It takes from there what the
   * source did not send, and no more (semantics, section 3): what the rule keeps out is then null
   * under the new key, which nobody wrote before.
   */
  void upsertMoved(DecodedChange change, byte[] sequence, byte[] key, byte[] oldKey) {
    if (absent.length == 0 && !silent.isEmpty()) {
      upsert(change, sequence, key);
    } else {
      change.upsert(sequence, key, row, absent).linked(KeyChange.MOVED_FROM, oldKey);
    }
  }
}
