package io.lakeward.lake;

import io.lakeward.source.Layout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;

/**
 * The smallest and largest key of a batch, as a filter on the first key column: files and row
 * groups outside of it are not read, and keys above every stored one need no probe at all. Known
 * for whole numbers; other keys are not narrowed.
 */
final class KeyRange {

  /** Narrows nothing. */
  static final KeyRange ALL = new KeyRange(Optional.empty(), 0, 0);

  private final Optional<Layout.Column> column;
  private final long smallest;
  private final long largest;

  private KeyRange(Optional<Layout.Column> column, long smallest, long largest) {
    this.column = column;
    this.smallest = smallest;
    this.largest = largest;
  }

  /** The range between two keys of a layout. */
  static KeyRange of(Layout layout, MergeInput.KeyBounds bounds) {
    Layout.Column first = layout.columns().get(layout.keyOrdinals()[0]);
    if (!(first.type() instanceof LongType || first.type() instanceof IntegerType)) {
      return ALL;
    }
    return new KeyRange(Optional.of(first), number(bounds.smallest()), number(bounds.largest()));
  }

  /** The filter for planning files; empty where nothing is narrowed. */
  Optional<Expression> icebergFilter() {
    return column.map(
        c ->
            Expressions.and(
                Expressions.greaterThanOrEqual(c.name(), smallest),
                Expressions.lessThanOrEqual(c.name(), largest)));
  }

  /** The same filter for reading. */
  Optional<Column> sparkFilter() {
    return column.map(
        c -> {
          Column key = functions.col("`" + c.name().replace("`", "``") + "`");
          return key.between(bound(c, smallest), bound(c, largest));
        });
  }

  /** In the column's own type, since a cast of the column would hide it from the reader. */
  private static Object bound(Layout.Column column, long value) {
    return column.type() instanceof IntegerType ? (Object) (int) value : (Object) value;
  }

  /** Undoes {@link io.lakeward.change.OrderedBytes#putLong}. */
  private static long number(byte[] key) {
    return ByteBuffer.wrap(Arrays.copyOf(key, Long.BYTES)).getLong() ^ Long.MIN_VALUE;
  }
}
