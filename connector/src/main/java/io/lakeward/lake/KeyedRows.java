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
 * Rows with the hash of their key behind their own columns, in the merge partition of the key and
 * sorted by the hash: Spark sorts numbers several times faster than bytes. A row without a key, in
 * which a key column is null, has hash 0.
 *
 * @param columns the rows' own columns
 * @param keyOrdinals which of them are the key, in key order
 * @param partitions over how many partitions they are spread; there is one more, without rows, as
 *     the merge has it
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
record KeyedRows(StructType columns, int[] keyOrdinals, int partitions) implements Serializable {

  private static final String HASH_COLUMN = "_lakeward_hash";

  private static final StructType HASH =
      new StructType()
          .add(ChangeRows.PARTITION_COLUMN, DataTypes.IntegerType, false)
          .add(HASH_COLUMN, DataTypes.LongType, false);

  /** The ordinal of the key's hash. */
  int hash() {
    return columns.size() + 1;
  }

  /** The encoding of the key. */
  OrderedColumns keyColumns() {
    return OrderedColumns.of(
        keyOrdinals,
        Arrays.stream(keyOrdinals)
            .mapToObj(ordinal -> columns.apply(ordinal).dataType())
            .toArray(DataType[]::new));
  }

  /** The rows of a query that has these columns. */
  JavaRDD<InternalRow> of(SparkSession session, Dataset<Row> rows) {
    return SparkPlans.partitioned(
        session,
        SparkPlans.rows(rows).mapPartitions(this::keyed).rdd(),
        ChangeRows.concat(columns, HASH),
        partitions + 1,
        functions.col(HASH_COLUMN));
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

  /** Appends the hash; one reused row. */
  private final class Keying {
    private final OrderedColumns keyColumns = keyColumns();
    private final UnsafeProjection projection = UnsafeProjection.create(columns);
    private final UnsafeRowJoiner joiner = GenerateUnsafeRowJoiner.create(columns, HASH);
    private final UnsafeRowWriter hashed = new UnsafeRowWriter(HASH.size());
    private final OrderedBytes buffer = new OrderedBytes();

    InternalRow of(InternalRow row) {
      long hash = keyColumns.anyNull(row) ? 0 : KeyHash.of(keyColumns.encode(row, buffer));
      hashed.reset();
      hashed.zeroOutNullBytes();
      hashed.write(0, KeyHash.partition(hash, partitions));
      hashed.write(1, hash);
      UnsafeRow unsafe = row instanceof UnsafeRow already ? already : projection.apply(row);
      return joiner.join(unsafe, hashed.getRow());
    }
  }
}
