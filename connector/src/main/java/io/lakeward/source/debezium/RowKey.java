package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.change.RejectReason;
import io.lakeward.row.OrderedColumns;
import io.lakeward.row.RowTarget;
import io.lakeward.source.Layout;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;

/** The key of a row in a layout: its columns, and their canonical bytes. Not thread safe. */
final class RowKey {

  private final int[] ordinals;
  private final boolean[] isKey;
  private final OrderedColumns encoding;
  private final OrderedBytes buffer = new OrderedBytes();

  RowKey(Layout layout) {
    this.ordinals = layout.keyOrdinals();
    this.isKey = new boolean[layout.columns().size()];
    for (int ordinal : ordinals) {
      isKey[ordinal] = true;
    }
    this.encoding =
        OrderedColumns.of(
            ordinals,
            Arrays.stream(ordinals)
                .mapToObj(i -> layout.columns().get(i).type())
                .toArray(DataType[]::new));
  }

  /** Makes every column null that is not of the key, but for those that are written besides. */
  void nullOthers(RowTarget target, IntPredicate written) {
    for (int i = 0; i < isKey.length; i++) {
      if (!isKey[i] && !written.test(i)) {
        target.columns()[i].putNull(i);
      }
    }
  }

  boolean anyNull(InternalRow row) {
    return encoding.anyNull(row);
  }

  /**
   * The canonical bytes.
   *
   * @throws RecordRefused NULL_KEY where a key column is null
   */
  byte[] of(InternalRow row) {
    if (encoding.anyNull(row)) {
      throw new RecordRefused(RejectReason.NULL_KEY, "a key column is null");
    }
    return encoding.encode(row, buffer);
  }
}
