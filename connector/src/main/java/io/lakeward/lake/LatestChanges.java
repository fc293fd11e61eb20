package io.lakeward.lake;

import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import io.lakeward.row.OrderedColumns;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;

/**
 * The latest change that a table knows of each of some keys: of its rows, those of the past among
 * them, and of what it remembers of deleted ones.
 */
public final class LatestChanges {

  private final SparkSession session;
  private final LakeTable table;

  /** What a table knows, as it is pinned. */
  public LatestChanges(SparkSession session, LakeTable table) {
    this.session = session;
    this.table = table;
  }

  /**
   * The position of the latest change that the bookkeeping column of a row tells of; before all
   * others where the row has none.
   *
   * @param bookkeeping the column's value; empty for a row of others
   */
  public static Position in(byte[] bookkeeping) {
    if (bookkeeping.length == 0) {
      return Position.NONE;
    }
    return HistoryBookkeeping.isOne(bookkeeping)
        ? HistoryBookkeeping.latest(bookkeeping)
        : Bookkeeping.positionOf(bookkeeping);
  }

  /** The bookkeeping column of a query over a table. */
  public static Column bookkeeping() {
    return functions.col(Bookkeeping.COLUMN);
  }

  /**
   * The latest change of each key; none for a key that the table has never heard of.
   *
   * @param keys rows of the key columns, not more than the driver can hold
   * @return by the canonical bytes of the key
   */
  public Map<ByteBuffer, Position> of(Dataset<Row> keys) {
    SparkTable main = new SparkTable(table.iceberg());
    Map<ByteBuffer, Position> latest = new HashMap<>();
    note(latest, SparkPlans.scan(session, main), keys);
    if (table.stateHead().isPresent()) {
      note(latest, SparkPlans.scan(session, main.copyWithBranch(LakeTable.STATE_BRANCH)), keys);
    }
    return latest;
  }

  private void note(Map<ByteBuffer, Position> latest, Dataset<Row> rows, Dataset<Row> keys) {
    List<Column> selected = new ArrayList<>();
    List<DataType> types = new ArrayList<>();
    table.layout().columns().stream()
        .filter(column -> column.isKey())
        .forEach(
            column -> {
              selected.add(functions.col("`" + column.name().replace("`", "``") + "`"));
              types.add(column.type());
            });
    selected.add(bookkeeping());
    JavaRDD<InternalRow> found =
        SparkPlans.rows(
            SnapshotComparison.among(rows, keys).select(selected.toArray(Column[]::new)));
    DataType[] keyTypes = types.toArray(DataType[]::new);
    found
        .mapPartitions(part -> latestIn(part, keyTypes))
        .collect()
        .forEach(
            one ->
                latest.merge(
                    ByteBuffer.wrap(one.key()), Position.of(one.position()), Position::later));
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
  private record Known(byte[] key, byte[] position) implements java.io.Serializable {}

  private static Iterator<Known> latestIn(Iterator<InternalRow> rows, DataType[] keyTypes) {
    int[] ordinals = java.util.stream.IntStream.range(0, keyTypes.length).toArray();
    OrderedColumns keys = OrderedColumns.of(ordinals, keyTypes);
    OrderedBytes buffer = new OrderedBytes();
    Map<ByteBuffer, Position> latest = new HashMap<>();
    rows.forEachRemaining(
        row -> {
          byte[] bookkeeping =
              row.isNullAt(keyTypes.length) ? new byte[0] : row.getBinary(keyTypes.length);
          latest.merge(ByteBuffer.wrap(keys.encode(row, buffer)), in(bookkeeping), Position::later);
        });
    return latest.entrySet().stream()
        .map(entry -> new Known(entry.getKey().array(), entry.getValue().bytes()))
        .iterator();
  }
}
