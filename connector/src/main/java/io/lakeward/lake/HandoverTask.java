package io.lakeward.lake;

import io.lakeward.autocdc.Moved;
import io.lakeward.autocdc.State;
import io.lakeward.change.Position;
import io.lakeward.row.KeyHash;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Folds the keys of one partition and gives, instead of writing, what each hands over to another
 * key, as rows of {@link StoredRows} that belong to the receiving key.
 */
final class HandoverTask
    implements FlatMapFunction2<Iterator<InternalRow>, Iterator<InternalRow>, InternalRow> {

  private static final byte[] NO_KEY = new byte[0];

  private final MergeContext context;

  HandoverTask(MergeContext context) {
    this.context = context;
  }

  @Override
  public Iterator<InternalRow> call(Iterator<InternalRow> changes, Iterator<InternalRow> stored) {
    if (TaskContext.get().partitionId() == context.partitions()) {
      return Collections.emptyIterator(); // the last partition holds reports, not changes
    }
    KeyFolds keys = new KeyFolds(context, changes, stored);
    UnsafeProjection projection = UnsafeProjection.create(context.storedRows().schema());
    return new Iterator<>() {
      private Iterator<InternalRow> pending = List.<InternalRow>of().iterator();

      @Override
      public boolean hasNext() {
        boolean more = true;
        while (more && !pending.hasNext()) {
          more = advance();
        }
        return pending.hasNext();
      }

      /** Goes on to the next key; whether there was one. */
      private boolean advance() {
        try {
          boolean more = keys.hasNext();
          if (more) {
            pending = handoversOf(keys.next()).iterator();
          }
          return more;
        } catch (SparkRows.PastRowNeeded needed) {
          pending = List.of(need(needed.snapshotId())).iterator();
          return true;
        }
      }

      @Override
      public InternalRow next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return projection.apply(pending.next());
      }
    };
  }

  /** Whether a key hands anything over: something that is new, or that was asked for. */
  static boolean hasHandovers(KeyWork work) {
    return work.folded().moved().stream().anyMatch(move -> isHandedOver(work, move));
  }

  private static boolean isHandedOver(KeyWork work, Moved<InternalRow> move) {
    return move.newKey().length > 0
        && (!work.stored().history().holds(move) || isAskedFor(work, move));
  }

  private static boolean isAskedFor(KeyWork work, Moved<InternalRow> move) {
    return work.requests().stream().anyMatch(request -> MergeTask.answers(move, request));
  }

  private List<InternalRow> handoversOf(KeyWork work) {
    List<InternalRow> rows = new ArrayList<>(1);
    for (Moved<InternalRow> move : work.folded().moved()) {
      if (isHandedOver(work, move)) {
        rows.add(row(move));
      }
    }
    return rows;
  }

  private InternalRow row(Moved<InternalRow> move) {
    StoredRows columns = context.storedRows();
    StructField[] fields = columns.layout().structType().fields();
    Object[] values = new Object[columns.schema().size()];
    byte place = StoredRows.HANDOVER_OF_NOTHING;
    if (move.before() instanceof State.Live<InternalRow> live) {
      place = StoredRows.HANDOVER;
      SparkRows.requireRead(live.row());
      for (int i = 0; i < fields.length; i++) {
        DataType type = fields[i].dataType();
        values[i] = live.row().isNullAt(i) ? null : live.row().get(i, type);
      }
    }
    values[columns.bookkeeping()] = placeOf(move.position());
    return row(values, place, 0, move.newKey());
  }

  /** The sequences alone: the upsert of the other key has another offset. */
  private static byte[] placeOf(Position move) {
    int length = move.sequenceLength() + move.systemLength();
    return ByteBuffer.allocate(Integer.BYTES + length)
        .putInt(move.sequenceLength())
        .put(move.bytes(), 0, length)
        .array();
  }

  private InternalRow need(long snapshotId) {
    Object[] values = new Object[context.storedRows().schema().size()];
    return row(values, StoredRows.PAST_NEEDED, snapshotId, NO_KEY);
  }

  private InternalRow row(Object[] values, byte place, long rowPosition, byte[] key) {
    StoredRows columns = context.storedRows();
    values[columns.file()] = UTF8String.EMPTY_UTF8;
    values[columns.rowPosition()] = rowPosition;
    values[columns.rowPosition() + 1] = KeyHash.partition(KeyHash.of(key), context.partitions());
    values[columns.key()] = key;
    values[columns.place()] = place;
    return new GenericInternalRow(values);
  }
}
