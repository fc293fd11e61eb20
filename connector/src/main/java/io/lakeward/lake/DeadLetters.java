package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The table of the records that could not be applied and were set aside (semantics, section 10). A
 * record is there once, however often its batch is tried. Thread safe where the catalog is.
 */
public final class DeadLetters {

  /** The table's name, in the namespace of the tables whose records it holds. */
  public static final String TABLE = "_lakeward_dead_letters";

  /** The columns of the table. */
  public static final StructType ROW =
      new StructType()
          .add("pipeline", DataTypes.StringType, false)
          .add("table", DataTypes.StringType, false)
          .add("flow", DataTypes.StringType, false)
          .add("topic", DataTypes.StringType, false)
          .add("partition", DataTypes.IntegerType, false)
          .add("offset", DataTypes.LongType, false)
          .add("timestamp", DataTypes.TimestampType, false)
          .add("key", DataTypes.BinaryType)
          .add("value", DataTypes.BinaryType)
          .add("headers", "array<struct<key:string,value:binary>>")
          .add("code", DataTypes.StringType, false)
          .add("reason", DataTypes.StringType, false)
          .add("detail", DataTypes.StringType, false)
          .add("batch", DataTypes.LongType, false)
          .add("set_aside_at", DataTypes.TimestampType, false);

  /** Also what it holds: a topic that was created anew has its offsets once more. */
  private static final List<String> IDENTITY =
      List.of("pipeline", "flow", "topic", "partition", "offset", "timestamp", "key", "value");

  private final Catalog catalog;
  private final TableIdentifier name;

  /**
   * Offsets from the first to the last.
   *
   * @param first from 0
   * @param last the same or later
   */
  public record Offsets(long first, long last) {
    public Offsets {
      if (first < 0 || last < first) {
        throw new IllegalArgumentException("Cannot be offsets: " + first + " to " + last);
      }
    }
  }

  DeadLetters(Catalog catalog, TableIdentifier name) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.name = requireNonNull(name, "name");
  }

  /**
   * Adds records that are not there yet, in one commit.
   *
   * @param letters rows of {@link #ROW}, of one flow
   * @param flow that flow
   * @param offsets those of the letters are among them
   */
  public void add(SparkSession session, Dataset<Row> letters, String flow, Offsets offsets) {
    Table table = opened();
    Broadcast<Table> broadcast =
        context(session).broadcast(SerializableTableWithSize.copyOf(table));
    try {
      DeadLetterTask task = new DeadLetterTask(broadcast, UUID.randomUUID().toString());
      JavaRDD<InternalRow> fresh =
          SparkPlans.rows(without(letters, known(session, table, flow, offsets)));
      List<DataFile> files = fresh.mapPartitions(task::write).collect();
      if (!files.isEmpty()) {
        AppendFiles append = table.newAppend();
        files.forEach(append::appendFile);
        append.set(Commit.FLOW, flow);
        CommitThread.run(append::commit);
      }
    } finally {
      broadcast.destroy();
    }
  }

  private static Dataset<Row> known(
      SparkSession session, Table table, String flow, Offsets offsets) {
    Dataset<Row> all = SparkPlans.scan(session, new SparkTable(table));
    Column offset = all.col("offset");
    return all.filter(
        all.col("flow").equalTo(flow).and(offset.between(offsets.first(), offsets.last())));
  }

  private static Dataset<Row> without(Dataset<Row> letters, Dataset<Row> known) {
    Column same =
        IDENTITY.stream()
            .map(column -> letters.col(column).eqNullSafe(known.col(column)))
            .reduce(Column::and)
            .orElseThrow();
    return letters.join(known, same, "left_anti");
  }

  private Table opened() {
    if (!catalog.tableExists(name)) {
      try {
        Map<String, String> properties = new HashMap<>();
        properties.put(TableProperties.FORMAT_VERSION, "2");
        properties.put(TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED, "true");
        return catalog
            .buildTable(name, SparkSchemaUtil.convert(ROW))
            .withProperties(properties)
            .create();
      } catch (AlreadyExistsException otherFlow) {
        // Flows run side by side; the table of the faster one is as good.
      }
    }
    return catalog.loadTable(name);
  }

  private static JavaSparkContext context(SparkSession session) {
    return JavaSparkContext.fromSparkContext(session.sparkContext());
  }
}
