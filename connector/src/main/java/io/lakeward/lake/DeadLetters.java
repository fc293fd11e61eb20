package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The table of the records that could not be applied and were set aside (semantics, section 10). A
 * record stands in it once, however often its batch is tried, until it is replayed; its row then
 * stays and says when. Thread safe where the catalog is.
 */
public final class DeadLetters {

  /** The table's name, in the namespace of the tables whose records it holds. */
  public static final String TABLE = "_lakeward_dead_letters";

  /** When a record was replayed; null while it stands aside. */
  static final String REPLAYED_AT = "replayed_at";

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
          .add("set_aside_at", DataTypes.TimestampType, false)
          .add(REPLAYED_AT, DataTypes.TimestampType);

  /** Also what it holds: a topic that was created anew has its offsets once more. */
  private static final List<String> IDENTITY =
      List.of(
          "pipeline", "table", "flow", "topic", "partition", "offset", "timestamp", "key", "value");

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

  /**
   * Whose records they are.
   *
   * @param pipeline the pipeline's name
   * @param table the full name of the table that they are for
   */
  public record Owner(String pipeline, String table) {
    public Owner {
      requireNonNull(pipeline, "pipeline");
      requireNonNull(table, "table");
    }
  }

  /** The records set aside in a namespace, which need not have a table for them yet. */
  public DeadLetters(Catalog catalog, Namespace namespace) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.name = TableIdentifier.of(namespace, TABLE);
  }

  /**
   * Adds records that do not stand there yet, in one commit.
   *
   * @param letters rows of {@link #ROW}, of one flow
   * @param owner whose they are
   * @param flow that flow
   * @param offsets those of the letters are among them
   */
  public void add(
      SparkSession session, Dataset<Row> letters, Owner owner, String flow, Offsets offsets) {
    Table table = opened();
    Dataset<Row> standing = standing(session, table, owner);
    Dataset<Row> known =
        standing.filter(
            standing
                .col("flow")
                .equalTo(flow)
                .and(standing.col("offset").between(offsets.first(), offsets.last())));
    List<DataFile> files = DeadLetterTask.write(session, table, without(letters, known));
    if (!files.isEmpty()) {
      AppendFiles append = table.newAppend();
      files.forEach(append::appendFile);
      append.set(Commit.FLOW, flow);
      CommitThread.run(append::commit);
    }
  }

  /** All records that were ever set aside, as rows of {@link #ROW}; empty where none was. */
  public Optional<Dataset<Row>> rows(SparkSession session) {
    return present().map(table -> SparkPlans.scan(session, new SparkTable(table)));
  }

  /** How many records of a table stand aside. */
  public long standing(SparkSession session, Owner owner) {
    return present().map(table -> standing(session, table, owner).count()).orElse(0L);
  }

  /**
   * What stands aside of the flows of a table, by flow.
   *
   * @param reason counts those set aside for this reason alone; empty for any
   */
  public Map<String, Standing> standingOfFlows(
      SparkSession session, Owner owner, Optional<String> reason) {
    Map<String, Standing> flows = new TreeMap<>();
    present()
        .map(table -> standing(session, table, owner))
        .map(all -> reason.map(why -> all.filter(all.col("reason").equalTo(why))).orElse(all))
        .map(
            all ->
                all.groupBy("flow")
                    .agg(functions.count("*"), functions.min("set_aside_at"))
                    .collectAsList())
        .orElse(List.of())
        .forEach(
            row -> flows.put(row.getString(0), new Standing(row.getLong(1), instant(row.get(2)))));
    return flows;
  }

  /**
   * Records that stand aside.
   *
   * @param records how many, from 1
   * @param since when the first of them was set aside
   */
  public record Standing(long records, Instant since) {
    public Standing {
      requireNonNull(since, "since");
    }
  }

  /** Records that stand aside, of which there must be some. */
  public DeadLetterSelection select(SparkSession session, DeadLetterSelection.Choice choice) {
    return new DeadLetterSelection(session, catalog.loadTable(name), choice);
  }

  /** Sessions give times in one of two classes. */
  private static Instant instant(Object time) {
    return time instanceof Timestamp old ? old.toInstant() : (Instant) time;
  }

  private static Dataset<Row> standing(SparkSession session, Table table, Owner owner) {
    Dataset<Row> all = SparkPlans.scan(session, new SparkTable(table));
    return all.filter(isStanding(all, owner));
  }

  static Column isStanding(Dataset<Row> letters, Owner owner) {
    return letters
        .col("pipeline")
        .equalTo(owner.pipeline())
        .and(letters.col("table").equalTo(owner.table()))
        .and(letters.col(REPLAYED_AT).isNull());
  }

  private static Dataset<Row> without(Dataset<Row> letters, Dataset<Row> known) {
    Column same =
        IDENTITY.stream()
            .map(column -> letters.col(column).eqNullSafe(known.col(column)))
            .reduce(Column::and)
            .orElseThrow();
    return letters.join(known, same, "left_anti");
  }

  private Optional<Table> present() {
    try {
      return Optional.of(catalog.loadTable(name));
    } catch (NoSuchTableException nothingWasSetAside) {
      return Optional.empty();
    }
  }

  private Table opened() {
    Optional<Table> there = present();
    if (there.isPresent()) {
      return there.get();
    }
    try {
      Map<String, String> properties = new HashMap<>();
      properties.put(TableProperties.FORMAT_VERSION, "2");
      properties.put(TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED, "true");
      // All tables of the namespace share it: whoever loses a round just tries again.
      properties.put(TableProperties.COMMIT_NUM_RETRIES, "1000");
      properties.put(TableProperties.COMMIT_MAX_RETRY_WAIT_MS, "2000");
      return catalog
          .buildTable(name, SparkSchemaUtil.convert(ROW))
          .withProperties(properties)
          .create();
    } catch (AlreadyExistsException otherFlow) {
      // Flows run side by side; the table of the faster one is as good.
      return catalog.loadTable(name);
    }
  }
}
