package io.lakeward.lake;

import io.lakeward.change.Position;
import io.lakeward.row.KeyHash;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.GenerateUnsafeRowJoiner;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowJoiner;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** Builds the rows of {@link ChangeRows}. Not thread safe. */
public final class ChangeRowBuilder {

  private static final byte[] NO_BYTES = new byte[0];

  private final int partitions;
  private final UnsafeRowWriter meta = new UnsafeRowWriter(ChangeRows.META.size(), 256);
  private final UnsafeProjection projection;
  private final UnsafeRowJoiner joiner;
  private final UnsafeRow noColumns;
  private final Optional<UnsafeProjection> start;

  /** A builder of rows that are spread over this many partitions. */
  public ChangeRowBuilder(ChangeRows rows, int partitions) {
    StructType columns = rows.layout().structType().asNullable();
    this.partitions = partitions;
    this.projection = UnsafeProjection.create(columns);
    this.joiner = GenerateUnsafeRowJoiner.create(columns, ChangeRows.META);
    OptionalInt startOrdinal = rows.layout().ordinalOf(Bound.START);
    this.start =
        startOrdinal.isEmpty()
            ? Optional.empty()
            : Optional.of(startOf(rows.layout(), startOrdinal.getAsInt()));
    this.noColumns = projection.apply(new GenericInternalRow(columns.size())).copy();
  }

  private static UnsafeProjection startOf(Layout layout, int ordinal) {
    Expression column = new BoundReference(ordinal, layout.columns().get(ordinal).type(), true);
    return UnsafeProjection.create(CollectionConverters.asScala(List.of(column)).toSeq());
  }

  /** The row of a change. */
  public InternalRow change(DecodedChange change, byte[] position, byte kind) {
    write(change.key(), KeyHash.partition(KeyHash.of(change.key()), partitions), kind);
    meta.write(0, Bookkeeping.ofRow(position));
    meta.write(4, change.sequence().length);
    meta.write(5, change.systemSequence().length);
    if (change.unauthored().length == 0) {
      meta.setNullAt(6);
    } else {
      meta.write(6, bytes(change.unauthored()));
    }
    if (change.keyChange() == DecodedChange.KeyChange.NONE) {
      meta.setNullAt(7);
    } else {
      meta.write(7, change.linkedKey());
    }
    meta.setNullAt(8);
    return row(change.row());
  }

  /** The row by which an upsert asks the key it came from what that key left to it. */
  public InternalRow request(DecodedChange change, byte[] position) {
    byte[] asked = change.linkedKey();
    write(asked, KeyHash.partition(KeyHash.of(asked), partitions), ChangeRows.REQUEST);
    meta.write(0, Bookkeeping.ofRow(position));
    meta.write(4, change.sequence().length);
    meta.write(5, change.systemSequence().length);
    meta.setNullAt(6);
    meta.write(7, change.key());
    meta.setNullAt(8);
    return row(noColumns);
  }

  /** The mark of a truncate. What it shows is a copy: the projection's row is used again. */
  public TruncateMark truncate(DecodedChange change, byte[] position) {
    byte[] shown = start.isEmpty() ? NO_BYTES : start.get().apply(change.row()).copy().getBytes();
    return new TruncateMark(Position.of(position, change.sequence().length), shown);
  }

  /** The row of a task's report. */
  public InternalRow report(byte[] report) {
    write(NO_BYTES, partitions, ChangeRows.REPORT);
    meta.setNullAt(0);
    meta.write(4, 0);
    meta.write(5, 0);
    meta.setNullAt(6);
    meta.setNullAt(7);
    meta.write(8, report);
    return row(noColumns);
  }

  private void write(byte[] key, int partition, byte kind) {
    meta.reset();
    meta.zeroOutNullBytes();
    meta.write(1, partition);
    meta.write(2, key);
    meta.write(3, kind);
  }

  /** A copy, since several rows of one record are pending at a time. */
  private InternalRow row(InternalRow columns) {
    UnsafeRow unsafe = columns instanceof UnsafeRow already ? already : projection.apply(columns);
    return joiner.join(unsafe, meta.getRow()).copy();
  }

  private static byte[] bytes(long[] bits) {
    ByteBuffer bytes = ByteBuffer.allocate(bits.length * Long.BYTES);
    bytes.asLongBuffer().put(bits);
    return bytes.array();
  }
}
