package io.lakeward.source.custom;

import io.lakeward.source.DecodedChange;
import io.lakeward.source.IgnoredNulls;
import io.lakeward.source.Layout;
import io.lakeward.source.Leaves;
import io.lakeward.source.ListedColumns;
import io.lakeward.source.PartialUpdates;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** What the upserts of a flow author in rows of a layout (semantics, section 4). */
final class UpsertAuthors {

  private static final BitSet EVERYTHING_SAID = new BitSet(0);

  /** Upserts do not list what they author. */
  private static final int NO_LIST = -1;

  private final Leaves leaves;
  private final long[] foreign;
  private final IgnoredNulls ignored;
  private final ListedColumns listed;
  private final int list;

  /**
   * The upserts of a flow.
   *
   * @param record the types of the record's columns
   * @param foreign a bit for each column of the layout that the flow does not have
   */
  UpsertAuthors(Flow flow, StructType record, Layout layout, long[] foreign) {
    this.leaves = new Leaves(layout);
    this.foreign = leaves.ofColumns(foreign);
    this.ignored =
        new IgnoredNulls(
            flow.updates(), flow.selection(), flow.expressions().added(), layout, leaves);
    this.listed =
        new ListedColumns(columns(flow, record), flow.expressions().added(), layout, leaves);
    this.list =
        flow.updates() instanceof PartialUpdates.Listed rule
            ? record.fieldIndex(rule.column())
            : NO_LIST;
  }

  private static List<ListedColumns.Column> columns(Flow flow, StructType record) {
    return Arrays.stream(record.fields())
        .map(
            field ->
                new ListedColumns.Column(
                    field.name(), field.dataType(), flow.selection().targetOf(field.name())))
        .toList();
  }

  /**
   * Sets an upsert.
   *
   * @param record the record's row, which may list what it authors
   * @param row the table's row of it
   * @throws io.lakeward.source.ListRefused where the list cannot be used
   */
  void upsert(
      DecodedChange change, byte[] sequence, byte[] key, InternalRow record, InternalRow row) {
    BitSet silent = silent(record, row);
    if (silent.isEmpty()) {
      change.upsert(sequence, key, row, foreign.clone());
    } else {
      BitSet unauthored = BitSet.valueOf(foreign);
      unauthored.or(silent);
      change.upsert(sequence, key, leaves.without(row, silent), unauthored.toLongArray());
    }
  }

  /** What the rule for partial updates keeps an upsert from. */
  private BitSet silent(InternalRow record, InternalRow row) {
    if (list == NO_LIST) {
      return ignored.in(row);
    }
    return record.isNullAt(list) ? EVERYTHING_SAID : listed.unlisted(record.getArray(list));
  }
}
