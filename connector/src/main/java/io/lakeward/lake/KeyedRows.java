package io.lakeward.lake;

import io.lakeward.change.OrderedBytes;
import io.lakeward.row.KeyHash;
import io.lakeward.row.OrderedColumns;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.GenerateUnsafeRowJoiner;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowJoiner;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Rows with the canonical bytes of their key behind their own columns, in the merge partition of
 * the key and sorted by it. A row without a key, in which a key column is null, has none and comes
 * first.
 *
 * @param columns the rows' own columns
 * @param keyOrdinals which of them are the key, in key order
 * @param partitions over how many partitions they are spread; there is one more, without rows, as
 *     the merge has it
 */
record KeyedRows(StructType columns, int[] keyOrdinals, int partitions) implements Serializable {

  private static final StructType KEY =
      new StructType()
          .add(ChangeRows.PARTITION_COLUMN, DataTypes.IntegerType, false)
          .add(ChangeRows.KEY_COLUMN, DataTypes.BinaryType, true);

  /** The ordinal of the key's bytes. */
  int key() {
    return columns.size() + 1;
  }

  /** The rows of a query that has these columns. */
  JavaRDD<InternalRow> of(SparkSession session, Dataset<Row> rows) {
    return SparkPlans.partitioned(
        session,
        SparkPlans.rows(rows).mapPartitions(this::keyed).rdd(),
        ChangeRows.concat(columns, KEY),
        partitions + 1,
        functions.col(ChangeRows.KEY_COLUMN));
  }

  private Iterator<InternalRow> keyed(Iterator<InternalRow> rows) {
    Keying keying = new Keying();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public InternalRow next() {
        return keying.of(rows.next());
      }
    };
  }

  /** Appends the key; one reused row. */
  private final class Keying {
    private final OrderedColumns keyColumns =
        OrderedColumns.of(
            keyOrdinals,
            Arrays.stream(keyOrdinals)
                .mapToObj(ordinal -> columns.apply(ordinal).dataType())
                .toArray(DataType[]::new));
    private final UnsafeProjection projection = UnsafeProjection.create(columns);
    private final UnsafeRowJoiner joiner = GenerateUnsafeRowJoiner.create(columns, KEY);
    private final UnsafeRowWriter key = new UnsafeRowWriter(KEY.size(), 64);
    private final OrderedBytes buffer = new OrderedBytes();

    InternalRow of(InternalRow row) {
      key.reset();
      key.zeroOutNullBytes();
      if (keyColumns.anyNull(row)) {
        key.write(0, 0);
        key.setNullAt(1);
      } else {
        byte[] bytes = keyColumns.encode(row, buffer);
        key.write(0, KeyHash.partition(KeyHash.of(bytes), partitions));
        key.write(1, bytes);
      }
      UnsafeRow unsafe = row instanceof UnsafeRow already ? already : projection.apply(row);
      return joiner.join(unsafe, key.getRow());
    }
  }
}
