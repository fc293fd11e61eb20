package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.row.KeyHash;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.storage.StorageLevel;

/**
 * Lets keys hand their columns to other keys: fold, give what is handed over to the keys it is for,
 * and fold again, until nothing new is handed over. A chain of n key changes of one row takes n + 1
 * rounds; a batch without any takes none.
 */
final class HandoverRounds implements AutoCloseable {

  private static final int MOST_ROUNDS = 200;

  private final MergeContext context;
  private final JavaRDD<InternalRow> changes;
  private JavaRDD<InternalRow> handed;
  private Set<Long> snapshotsNeeded = Set.of();
  private final List<JavaRDD<InternalRow>> persisted = new ArrayList<>();

  HandoverRounds(MergeContext context, JavaRDD<InternalRow> changes) {
    this.context = context;
    this.changes = changes;
    this.handed = changes;
  }

  /**
   * Exchanges until nothing changes, or until rows of older snapshots are needed to go on.
   *
   * @param found the stored rows
   * @param partitioned brings rows into the partitions of the changes, sorted by key
   * @return the stored rows and what is handed over, in no order
   */
  JavaRDD<InternalRow> exchange(
      JavaRDD<InternalRow> found,
      UnaryOperator<JavaRDD<InternalRow>> partitioned,
      String tableName) {
    JavaRDD<InternalRow> stored = persist(found.map(InternalRow::copy));
    JavaRDD<InternalRow> all = stored;
    Sum before = new Sum(0, 0, Set.of());
    for (int round = 0; round < MOST_ROUNDS; round++) {
      handed =
          persist(
              changes
                  .zipPartitions(partitioned.apply(all), new HandoverTask(context))
                  .map(InternalRow::copy));
      StoredRows columns = context.storedRows();
      Sum now = handed.mapPartitions(rows -> sum(rows, columns)).reduce(Sum::plus);
      all = stored.union(handed);
      snapshotsNeeded = now.snapshots();
      if (now.equals(before) || !snapshotsNeeded.isEmpty()) {
        return all;
      }
      before = now;
    }
    throw LakewardException.of(ErrorCode.INVARIANT_BROKEN)
        .fact("table", tableName)
        .fact("rounds", MOST_ROUNDS)
        .advice("report this with the records of the batch: its key changes do not come to rest")
        .build();
  }

  /** The snapshots without whose rows the exchange could not go on; empty where it is done. */
  Set<Long> snapshotsNeeded() {
    return snapshotsNeeded;
  }

  /** A filter and the keys that something was handed to in the last round. */
  KeyFilter widened(KeyFilter wanted) {
    byte[] bytes = wanted.toBytes();
    int key = context.storedRows().key();
    KeyFilter widened = KeyFilter.of(bytes);
    for (byte[] received : handed.mapPartitions(rows -> widened(rows, bytes, key)).collect()) {
      widened.addAll(KeyFilter.of(received));
    }
    return widened;
  }

  private static Iterator<byte[]> widened(Iterator<InternalRow> rows, byte[] wanted, int key) {
    KeyFilter received = KeyFilter.of(wanted);
    while (rows.hasNext()) {
      received.add(KeyHash.of(rows.next().getBinary(key)));
    }
    return List.of(received.toBytes()).iterator();
  }

  @Override
  public void close() {
    persisted.forEach(rows -> rows.unpersist(false));
  }

  private JavaRDD<InternalRow> persist(JavaRDD<InternalRow> rows) {
    JavaRDD<InternalRow> kept = rows.persist(StorageLevel.MEMORY_AND_DISK());
    persisted.add(kept);
    return kept;
  }

  private static Iterator<Sum> sum(Iterator<InternalRow> rows, StoredRows columns) {
    long count = 0;
    long sum = 0;
    Set<Long> snapshots = new HashSet<>();
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      count++;
      sum += KeyHash.of(((UnsafeRow) row).getBytes());
      if (row.getByte(columns.place()) == StoredRows.PAST_NEEDED) {
        snapshots.add(row.getLong(columns.rowPosition()));
      }
    }
    return List.of(new Sum(count, sum, snapshots)).iterator();
  }

  /** What was handed over, whatever its order, and the snapshots that are needed for more. */
  private record Sum(long count, long hash, Set<Long> snapshots) implements Serializable {
    Sum plus(Sum other) {
      Set<Long> all = new HashSet<>(snapshots);
      all.addAll(other.snapshots);
      return new Sum(count + other.count, hash + other.hash, all);
    }
  }
}
