package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import io.lakeward.row.KeyHash;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Compares the rows of a source with those of a table, key by key, nulls and every type included.
 * Both are read once and brought together by key; nothing of them comes to the driver. The table is
 * the one that {@link LakeTable} is pinned to.
 */
public final class SnapshotComparison {

  /** Beyond this the key filter stays at its size and lets more rows pass. */
  private static final long MOST_FILTERED_KEYS = 4_000_000;

  /** In files; in memory rows take some five times as much. */
  private static final long BYTES_OF_A_PARTITION = 16L << 20;

  private static final long MOST_PARTITIONS = 2_000;

  /** Of more differences than this for each task at a time, none is shuffled again. */
  private static final long MANY_DIFFERENCES = 500_000;

  private static final String COVERED = "_lakeward_covered";

  private final SparkSession session;
  private final LakeTable table;
  private final Layout layout;
  private final Set<String> compared;
  private final int partitions;

  /**
   * A comparison with a table.
   *
   * @param layout the table's columns
   * @param bytes how large the source is, about; empty where nobody knows
   * @param compared the names of the columns in which rows may differ; the others are null in what
   *     is read of the table
   */
  public SnapshotComparison(
      SparkSession session,
      LakeTable table,
      Layout layout,
      OptionalLong bytes,
      Set<String> compared) {
    this.session = requireNonNull(session, "session");
    this.table = requireNonNull(table, "table");
    this.layout = requireNonNull(layout, "layout");
    this.compared = Set.copyOf(compared);
    this.partitions = partitionsOf(Math.max(bytes.orElse(0), storedBytes()));
  }

  /** So many that the rows of one can be sorted in memory. */
  private int partitionsOf(long bytes) {
    int parallelism = session.sparkContext().defaultParallelism();
    long wanted = bytes / BYTES_OF_A_PARTITION;
    return (int) Math.max(parallelism, Math.min(wanted, MOST_PARTITIONS));
  }

  private long storedBytes() {
    return table
        .head()
        .map(head -> head.summary().getOrDefault(SnapshotSummary.TOTAL_FILE_SIZE_PROP, "0"))
        .map(Long::parseLong)
        .orElse(0L);
  }

  /**
   * Which rows of the table are compared, and what is read of them.
   *
   * @param standing a condition over the table's columns; of each key at most one row meets it
   * @param covered a condition for the rows that the source would have: others are not extra where
   *     the source lacks them
   * @param further columns that are read behind those of the layout
   * @param among the keys of the rows that count, as rows of the key columns; empty for all
   */
  public record Stored(
      Column standing, Column covered, List<Column> further, Optional<Dataset<Row>> among) {
    public Stored {
      requireNonNull(standing, "standing");
      requireNonNull(covered, "covered");
      further = List.copyOf(further);
      requireNonNull(among, "among");
    }

    /** Every row that stands now. */
    public static Stored now(Layout layout) {
      return new Stored(current(layout), functions.lit(true), List.of(), Optional.empty());
    }

    /** The same rows, where the source has only those that meet a condition. */
    public Stored coveredBy(Column condition) {
      return new Stored(standing, condition, further, among);
    }

    /** The same rows, of which more is read. */
    public Stored with(Column... columns) {
      return new Stored(standing, covered, Arrays.asList(columns), among);
    }

    /** Those of the rows that meet a condition over the table's columns too. */
    public Stored that(Column condition) {
      return new Stored(standing.and(condition), covered, further, among);
    }

    /** Those of the rows that have one of these keys. */
    public Stored among(Dataset<Row> keys) {
      return new Stored(standing, covered, further, Optional.of(keys));
    }

    private static Column current(Layout layout) {
      Column standing = functions.lit(true);
      for (Bound end : List.of(Bound.END, Bound.SYSTEM_END)) {
        if (layout.ordinalOf(end).isPresent()) {
          standing = standing.and(column(layout, end).isNull());
        }
      }
      return standing;
    }

    /**
     * The rows that stand at a value of the interval columns: in a history those that began before
     * or then and end later, if they end.
     */
    public static Stored at(Layout layout, Column sequence) {
      if (layout.ordinalOf(Bound.START).isEmpty()) {
        return now(layout);
      }
      Column start = column(layout, Bound.START);
      Column end = column(layout, Bound.END);
      Column begun = start.isNull().or(start.leq(sequence));
      return new Stored(
          begun.and(end.isNull().or(end.gt(sequence))),
          functions.lit(true),
          List.of(),
          Optional.empty());
    }

    private static Column column(Layout layout, Bound bound) {
      return quoted(layout.columns().get(layout.ordinalOf(bound).orElseThrow()).name());
    }
  }

  /**
   * What a comparison found. It is kept until it is closed, in memory or on the disks of the
   * executors.
   */
  public final class Result implements AutoCloseable {
    private final JavaRDD<Compared> compared;
    private final ComparisonReport report;

    private Result(JavaRDD<Compared> compared) {
      this.compared = compared.persist(StorageLevel.MEMORY_AND_DISK());
      this.report =
          this.compared
              .filter(found -> found instanceof Compared.Seen)
              .map(seen -> ((Compared.Seen) seen).report())
              .fold(new ComparisonReport(), ComparisonReport::plus);
    }

    /** What all tasks saw. */
    public ComparisonReport report() {
      return report;
    }

    /**
     * Over how many partitions the merge of the differences is spread: few for few, so that it
     * leaves few files.
     */
    int mergePartitions() {
      int parallelism = session.sparkContext().defaultParallelism();
      return report.differences() > MANY_DIFFERENCES * parallelism
          ? partitions
          : MergeInput.partitionsOf(report.differences(), parallelism);
    }

    /** The differences that are {@link ChangeRows}, as a {@link MergeInput} has them. */
    JavaRDD<InternalRow> changes() {
      ChangeRows rows = new ChangeRows(layout);
      Column[] order = {
        functions.col(ChangeRows.KEY_COLUMN), functions.col(ChangeRows.ORDER_COLUMN)
      };
      int merged = mergePartitions();
      if (merged == partitions) {
        return SparkPlans.sorted(session, differences().rdd(), rows.schema(), order);
      }
      return SparkPlans.partitioned(
          session,
          differences().map(row -> moved(row, rows, merged)).rdd(),
          rows.schema(),
          merged + 1,
          order);
    }

    /** What {@link Differences} made of the keys that differ, partitioned by key. */
    public JavaRDD<InternalRow> differences() {
      return compared
          .filter(found -> found instanceof Compared.Difference)
          .map(difference -> ((Compared.Difference) difference).row());
    }

    /** Which keys differ, as far as {@link Differences} made {@link ChangeRows} of them. */
    KeyFilter keys() {
      long expected = Math.max(1, Math.min(report.differences(), MOST_FILTERED_KEYS));
      int key = new ChangeRows(layout).key();
      KeyFilter none = KeyFilter.sized(expected);
      return KeyFilter.of(
          differences()
              .mapPartitions(rows -> keysOf(rows, key, expected))
              .treeAggregate(
                  none.toBytes(), SnapshotComparison::bothOf, SnapshotComparison::bothOf));
    }

    @Override
    public void close() {
      compared.unpersist(false);
    }
  }

  /**
   * Compares.
   *
   * @param source rows with the columns of the layout, in its order and types, and maybe more
   *     behind
   * @param stored which rows of the table they are compared with
   * @param differences what becomes of the keys that differ
   */
  public Result compare(Dataset<Row> source, Stored stored, Differences differences) {
    Dataset<Row> table = stored(stored);
    KeyedRows left = keyed(source.schema());
    KeyedRows right = keyed(table.schema());
    ComparisonTask task = new ComparisonTask(layout, compared, left, right, differences);
    return new Result(left.of(session, source).zipPartitions(right.of(session, table), task));
  }

  /**
   * Whether a column has a value in one of the rows at least.
   *
   * @param column the name of a column of the table
   */
  public boolean hasValues(Stored stored, String column) {
    return !SparkPlans.scan(session, new SparkTable(table.iceberg()))
        .filter(stored.standing().and(quoted(column).isNotNull()))
        .isEmpty();
  }

  /**
   * Those of the rows that have one of the keys.
   *
   * @param keys rows of columns that the rows have under the same names
   */
  public static Dataset<Row> among(Dataset<Row> rows, Dataset<Row> keys) {
    return rows.join(
            keys, CollectionConverters.asScala(List.of(keys.columns())).toSeq(), "left_semi")
        .select(
            Arrays.stream(rows.columns()).map(SnapshotComparison::quoted).toArray(Column[]::new));
  }

  private KeyedRows keyed(StructType schema) {
    return new KeyedRows(schema, layout.keyOrdinals(), partitions);
  }

  /** The partition that a row was in changes nothing but where it goes. */
  private static InternalRow moved(InternalRow row, ChangeRows rows, int partitions) {
    long hash = KeyHash.of(row.getBinary(rows.key()));
    row.setInt(rows.partition(), KeyHash.partition(hash, partitions));
    return row;
  }

  private static Iterator<byte[]> keysOf(Iterator<InternalRow> rows, int key, long expected) {
    KeyFilter keys = KeyFilter.sized(expected);
    rows.forEachRemaining(row -> keys.add(KeyHash.of(row.getBinary(key))));
    return List.of(keys.toBytes()).iterator();
  }

  private static byte[] bothOf(byte[] one, byte[] other) {
    KeyFilter both = KeyFilter.of(one);
    both.addAll(KeyFilter.of(other));
    return both.toBytes();
  }

  private Dataset<Row> stored(Stored stored) {
    List<Column> selected = new ArrayList<>();
    for (Layout.Column column : layout.columns()) {
      boolean isRead = column.isKey() || compared.contains(column.name());
      selected.add(
          (isRead ? quoted(column.name()) : functions.lit(null).cast(column.type()))
              .as(column.name()));
    }
    selected.addAll(stored.further());
    selected.add(stored.covered().as(COVERED));
    Dataset<Row> rows =
        SparkPlans.scan(session, new SparkTable(table.iceberg())).filter(stored.standing());
    return stored
        .among()
        .map(keys -> among(rows, keys))
        .orElse(rows)
        .select(selected.toArray(Column[]::new));
  }

  private static Column quoted(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }
}
