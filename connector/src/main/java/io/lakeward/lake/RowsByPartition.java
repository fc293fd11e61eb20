package io.lakeward.lake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.Schema;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.execution.UnsafeExternalRowSorter;
import org.apache.spark.sql.execution.UnsafeExternalRowSorter.PrefixComputer;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.collection.unsafe.sort.PrefixComparators;
import org.apache.spark.util.collection.unsafe.sort.RecordComparator;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Holds rows of a task back and gives them out partition by partition, within the task's memory:
 * Spark's sorter spills. Partitions are told apart by a hash of 64 bits, so that two of them may in
 * principle come mixed. Nothing is allocated before the first row. Not thread safe.
 */
final class RowsByPartition {

  private final StructType rowType;
  private final Function<InternalRow, PartitionKey> partitionOf;
  private Optional<Held> held = Optional.empty();

  private record Held(UnsafeProjection projection, UnsafeExternalRowSorter sorter) {}

  RowsByPartition(Schema schema, Function<InternalRow, PartitionKey> partitionOf) {
    this.rowType = SparkSchemaUtil.convert(schema);
    this.partitionOf = partitionOf;
  }

  /** Copies a row. */
  void add(InternalRow row) {
    try {
      if (held.isEmpty()) {
        held = Optional.of(new Held(UnsafeProjection.create(rowType), newSorter()));
      }
      held.get().sorter().insertRow(held.get().projection().apply(row));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All rows, each of them one reused object; once. */
  Iterator<InternalRow> sorted() throws IOException {
    if (held.isEmpty()) {
      return Collections.emptyIterator();
    }
    return CollectionConverters.asJava(held.get().sorter().sort());
  }

  private UnsafeExternalRowSorter newSorter() throws IOException {
    long pageBytes = SparkEnv.get().memoryManager().pageSizeBytes();
    return UnsafeExternalRowSorter.createWithRecordComparator(
        rowType, AnyOrder::new, PrefixComparators.LONG, new Prefixes(), pageBytes, true);
  }

  /** Within a partition rows are in no order. */
  private static final class AnyOrder extends RecordComparator {
    @Override
    public int compare(
        Object one, long at, int length, Object other, long otherAt, int otherLength) {
      return 0;
    }
  }

  private final class Prefixes extends PrefixComputer {
    private final Prefix prefix = new Prefix();

    @Override
    public Prefix computePrefix(InternalRow row) {
      PartitionKey partition = partitionOf.apply(row);
      long hash = 0;
      for (int i = 0; i < partition.size(); i++) {
        Object value = partition.get(i, Object.class);
        hash = (hash + (value == null ? 1 : value.hashCode())) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 32;
      }
      prefix.value = hash;
      prefix.isNull = false;
      return prefix;
    }
  }
}
