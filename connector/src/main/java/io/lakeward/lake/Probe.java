package io.lakeward.lake;

import io.lakeward.change.OrderedBytes;
import io.lakeward.lake.MergeInput.KeyBounds;
import io.lakeward.row.KeyHash;
import io.lakeward.row.OrderedColumns;
import io.lakeward.source.Layout;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.spark.TimeTravel;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
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
import org.apache.spark.sql.types.StructType;

/**
 * Finds the stored rows of a batch's keys by reading the files that can hold them.
 *
 * <p>Reads the key and the bookkeeping only, unless the fold needs the rows. Each scan task keeps
 * the rows that pass the batch's key filter and forgets the others before anything is shuffled.
 */
final class Probe {

  private final SparkSession session;
  private final LakeTable table;
  private final KeyRange range;
  private final Broadcast<byte[]> keys;

  /**
   * A probe of one batch.
   *
   * @param keys the bytes of the batch's key filter; empty for every row of the table
   */
  Probe(SparkSession session, LakeTable table, KeyRange range, Broadcast<byte[]> keys) {
    this.session = session;
    this.table = table;
    this.range = range;
    this.keys = keys;
  }

  /** The stored rows of the keys, in no order, spread over the merge partitions by column. */
  JavaRDD<InternalRow> rows(StoredRows storedRows, int partitions) {
    JavaRDD<InternalRow> rows =
        JavaSparkContext.fromSparkContext(session.sparkContext()).emptyRDD();
    if (table.head().isPresent() && hasFiles(mainScan())) {
      rows = rows.union(found(StoredRows.MAIN, storedRows, partitions));
    }
    return rows.union(stateRows(storedRows, partitions));
  }

  /** Those of the state branch alone. */
  JavaRDD<InternalRow> stateRows(StoredRows storedRows, int partitions) {
    return table.stateHead().isPresent() && hasFiles(stateScan())
        ? found(StoredRows.STATE, storedRows, partitions)
        : JavaSparkContext.fromSparkContext(session.sparkContext()).emptyRDD();
  }

  /** The scan of the table, for planning. */
  TableScan mainScan() {
    return narrowed(table.iceberg().newScan().useSnapshot(table.head().orElseThrow().snapshotId()));
  }

  /** The scan of the state branch, for planning. */
  TableScan stateScan() {
    return narrowed(
        table.iceberg().newScan().useSnapshot(table.stateHead().orElseThrow().snapshotId()));
  }

  private TableScan narrowed(TableScan scan) {
    Optional<Expression> filter = range.icebergFilter();
    return filter.isPresent() ? scan.filter(filter.get()) : scan;
  }

  private static boolean hasFiles(TableScan scan) {
    try (CloseableIterable<FileScanTask> files = scan.planFiles()) {
      return files.iterator().hasNext();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows that keys had in snapshots, each with bounds of the keys; as {@link #rows}. */
  JavaRDD<InternalRow> pastRows(
      Map<Long, KeyBounds> wanted, StoredRows storedRows, int partitions) {
    JavaRDD<InternalRow> rows =
        JavaSparkContext.fromSparkContext(session.sparkContext()).emptyRDD();
    for (Map.Entry<Long, KeyBounds> past : wanted.entrySet()) {
      KeyRange bounds = KeyRange.of(table.layout(), past.getValue());
      rows = rows.union(foundIn(past.getKey(), bounds, storedRows, partitions));
    }
    return rows;
  }

  private JavaRDD<InternalRow> found(byte place, StoredRows storedRows, int partitions) {
    SparkTable source = new SparkTable(table.iceberg());
    Dataset<Row> scan =
        SparkPlans.scan(
            session,
            place == StoredRows.MAIN ? source : source.copyWithBranch(LakeTable.STATE_BRANCH));
    Optional<Column> filter = range.sparkFilter();
    if (filter.isPresent()) {
      scan = scan.filter(filter.get());
    }
    return filtered(
        scan, functions.col(MetadataColumns.ROW_POSITION.name()), place, storedRows, partitions);
  }

  /** A snapshot has the columns of its time, in the types of then; what was added since is null. */
  private JavaRDD<InternalRow> foundIn(
      long snapshotId, KeyRange bounds, StoredRows storedRows, int partitions) {
    Dataset<Row> scan =
        SparkPlans.scan(
            session,
            SparkTable.create(table.iceberg(), TimeTravel.version(Long.toString(snapshotId))));
    Optional<Column> filter = bounds.sparkFilter();
    if (filter.isPresent()) {
      scan = scan.filter(filter.get());
    }
    StructType there = scan.schema();
    for (Layout.Column column : storedRows.layout().columns()) {
      if (there.getFieldIndex(column.name()).isEmpty()) {
        scan = scan.withColumn(column.name(), functions.lit(null).cast(column.type()));
      } else if (!there.apply(column.name()).dataType().equals(column.type())) {
        DataType then = there.apply(column.name()).dataType();
        Column now = PastColumn.seenNow(quoted(column.name()), then, column.type());
        scan = scan.withColumn(column.name(), now);
      }
    }
    return filtered(scan, functions.lit(snapshotId), StoredRows.PAST, storedRows, partitions);
  }

  private JavaRDD<InternalRow> filtered(
      Dataset<Row> scan, Column rowPosition, byte place, StoredRows storedRows, int partitions) {
    List<Column> selected = new ArrayList<>();
    Layout read = storedRows.layout().isEmpty() ? keysOnly() : storedRows.layout();
    read.columns().forEach(column -> selected.add(quoted(column.name())));
    selected.add(quoted(Bookkeeping.COLUMN));
    selected.add(quoted(MetadataColumns.FILE_PATH.name()));
    selected.add(rowPosition);
    JavaRDD<InternalRow> rows = SparkPlans.rows(scan.select(selected.toArray(Column[]::new)));
    FilterTask task =
        new FilterTask(
            storedRows, read.columns().size(), keyColumns(read), place, partitions, keys);
    return rows.mapPartitions(task::filtered);
  }

  private Layout keysOnly() {
    return new Layout(table.layout().columns().stream().filter(Layout.Column::isKey).toList());
  }

  /** The encoding of the key, by the columns' order in the table as the decoders have it. */
  private static OrderedColumns keyColumns(Layout read) {
    int[] ordinals = read.keyOrdinals();
    DataType[] types =
        Arrays.stream(ordinals)
            .mapToObj(ordinal -> read.columns().get(ordinal).type())
            .toArray(DataType[]::new);
    return OrderedColumns.of(ordinals, types);
  }

  private static Column quoted(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  /** Keeps the rows of the batch's keys and gives each its merge partition. */
  private record FilterTask(
      StoredRows storedRows,
      int readColumns,
      OrderedColumns keyColumns,
      byte place,
      int partitions,
      Broadcast<byte[]> keys)
      implements Serializable {

    Iterator<InternalRow> filtered(Iterator<InternalRow> rows) {
      byte[] filterBytes = keys.value();
      Optional<KeyFilter> filter =
          filterBytes.length == 0 ? Optional.empty() : Optional.of(KeyFilter.of(filterBytes));
      OrderedBytes buffer = new OrderedBytes();
      FoundRow found = new FoundRow();
      return new Iterator<>() {
        private InternalRow next;

        @Override
        public boolean hasNext() {
          while (next == null && rows.hasNext()) {
            InternalRow row = rows.next();
            if (keyColumns.anyNull(row)) {
              continue; // a row of others, which no change can be of
            }
            byte[] key = keyColumns.encode(row, buffer);
            long hash = KeyHash.of(key);
            if (filter.isEmpty() || filter.get().mayContain(hash)) {
              next = found.of(row, key, hash);
            }
          }
          return next != null;
        }

        @Override
        public InternalRow next() {
          if (!hasNext()) {
            throw new NoSuchElementException();
          }
          InternalRow result = next;
          next = null;
          return result;
        }
      };
    }

    /** Builds the row that the merge reads; one reused object. */
    private final class FoundRow {
      private final UnsafeRowWriter meta = new UnsafeRowWriter(StoredRows.META.size(), 256);
      private final Optional<UnsafeProjection> columns =
          storedRows.layout().isEmpty()
              ? Optional.empty()
              : Optional.of(UnsafeProjection.create(storedRows.layout().structType().asNullable()));
      private final UnsafeRowJoiner joiner =
          GenerateUnsafeRowJoiner.create(
              storedRows.layout().structType().asNullable(), StoredRows.META);

      InternalRow of(InternalRow row, byte[] key, long hash) {
        meta.reset();
        meta.zeroOutNullBytes();
        if (row.isNullAt(readColumns)) {
          meta.setNullAt(0);
        } else {
          meta.write(0, row.getBinary(readColumns));
        }
        meta.write(1, row.getUTF8String(readColumns + 1));
        meta.write(2, row.getLong(readColumns + 2));
        meta.write(3, KeyHash.partition(hash, partitions));
        meta.write(4, key);
        meta.write(5, place);
        UnsafeRow located = meta.getRow();
        return columns.isEmpty() ? located : joiner.join(columns.get().apply(row), located);
      }
    }
  }
}
