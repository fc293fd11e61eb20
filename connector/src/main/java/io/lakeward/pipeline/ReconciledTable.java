package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.ComparisonReport;
import io.lakeward.lake.LakeTable;
import io.lakeward.lake.LatestChanges;
import io.lakeward.lake.SnapshotComparison;
import io.lakeward.lake.SnapshotComparison.Stored;
import io.lakeward.lake.SparkPlans;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Table;
import io.lakeward.source.Layout;
import io.lakeward.source.expression.FlowExpressions.Rule;
import io.lakeward.source.expression.RenamedColumns;
import io.lakeward.source.snapshot.KeyValues;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/** A table and the rows it is compared with. Used by one thread. */
final class ReconciledTable {

  private final SparkSession session;
  private final String name;
  private final Table table;
  private final Supplier<TargetTable> joining;
  private TargetTable target;
  private final ReconciledSource source;
  private final Set<String> ignored;
  private final Optional<Expression> covered;
  private final Examples examples;

  /** The names in the source of the key columns, once they are known. */
  private List<String> keysInSource = List.of();

  /**
   * A table of a mapping and a source.
   *
   * @param name the table's full name
   * @param joining a view of the table that joins whoever writes it now
   * @param ignored columns of the table that are not compared
   * @param covered over the columns of the source: which rows of the table it would have
   * @param examples which differences are described
   */
  ReconciledTable(
      SparkSession session,
      String name,
      Table table,
      Supplier<TargetTable> joining,
      ReconciledSource source,
      Set<String> ignored,
      Optional<Expression> covered,
      Examples examples) {
    this.session = requireNonNull(session, "session");
    this.name = requireNonNull(name, "name");
    this.table = requireNonNull(table, "table");
    this.joining = requireNonNull(joining, "joining");
    this.target = joining.get();
    this.source = requireNonNull(source, "source");
    this.ignored = Set.copyOf(ignored);
    this.covered = requireNonNull(covered, "covered");
    this.examples = requireNonNull(examples, "examples");
  }

  SparkSession session() {
    return session;
  }

  String name() {
    return name;
  }

  ReconciledSource source() {
    return source;
  }

  /**
   * The table as it is now.
   *
   * @throws LakewardException TABLE_NOT_FOUND
   */
  LakeTable refreshed() {
    LakeTable now =
        joined()
            .orElseThrow(
                () ->
                    LakewardException.of(ErrorCode.TABLE_NOT_FOUND)
                        .fact("table", name)
                        .advice("run the pipeline first, which makes it")
                        .build());
    if (!table.keys().isEmpty()) {
      now.requireKeys(
          table.keys().stream().map(table.flows().get(0).projection()::targetOf).toList());
    }
    return now;
  }

  /** A run that begins meanwhile is the one that is joined. */
  private Optional<LakeTable> joined() {
    try {
      return target.refreshed();
    } catch (LakewardException e) {
      if (e.code() != ErrorCode.WRITER_FENCED) {
        throw e;
      }
      target = joining.get();
      return target.refreshed();
    }
  }

  /** The columns that are compared now. */
  Layout layout() {
    return target.layout();
  }

  /** In which order the changes of the table are. */
  ChangeOrder order(LakeTable now) {
    return new ChangeOrder(table, now.layout().sequenceType());
  }

  /**
   * Compares all rows.
   *
   * @param stated behind which a change is newer than the source's rows; empty where none is
   */
  Look look(Optional<RepairPosition> stated) {
    LakeTable now = refreshed();
    return looked(now, source.rows(), stored(now), stated);
  }

  /**
   * Compares the rows of some keys, whether they meet the condition or not.
   *
   * @param among the keys, at most {@link FoundKeys#MOST_HELD}
   * @param stated as for all rows
   */
  Look lookAt(List<KeyDifference> among, Optional<RepairPosition> stated) {
    LakeTable now = refreshed();
    Dataset<Row> keys = keys(among);
    Look look = looked(now, rowsOf(among), covered(Stored.now(layout()).among(keys)), stated);
    return look.with(withDeletes(look.keys(), now));
  }

  /** Those rows of the source that have one of some keys, and maybe others. */
  Dataset<Row> rowsOf(List<KeyDifference> among) {
    StructType keyType = keyType();
    if (keysInSource.isEmpty()) {
      keysInSource = columns(source.export().rows().schema()).keysInSource();
    }
    KeyValues wanted =
        new KeyValues(
            keysInSource,
            Arrays.stream(keyType.fields()).map(field -> field.dataType()).toList(),
            among.stream().map(KeyDifference::columns).toList());
    return source.rows(wanted);
  }

  /** How the columns of rows of the source are compared with the table's. */
  ReconciledColumns columns(StructType rows) {
    return ReconciledColumns.of(table, layout(), rows, ignored);
  }

  private StructType keyType() {
    StructType type = new StructType();
    for (Layout.Column column : layout().columns()) {
      if (column.isKey()) {
        type = type.add(column.name(), column.type());
      }
    }
    return type;
  }

  /** Keys as rows of the key columns, which are sent to whoever joins them. */
  Dataset<Row> keys(List<KeyDifference> among) {
    JavaRDD<InternalRow> rows =
        JavaSparkContext.fromSparkContext(session.sparkContext())
            .parallelize(among.stream().map(KeyDifference::columns).toList(), 1);
    return functions.broadcast(SparkPlans.dataset(session, rows.rdd(), keyType()));
  }

  private Stored stored(LakeTable now) {
    Stored stored = covered(Stored.now(now.layout()));
    return source
        .within()
        .map(condition -> stored.that(renamed(Rule.WITHIN, condition)))
        .orElse(stored);
  }

  /** Those rows of the table count as extra that the source would have. */
  Stored covered(Stored stored) {
    return covered
        .map(condition -> stored.coveredBy(renamed(Rule.ABSENT_WITHIN, condition.sql())))
        .orElse(stored);
  }

  /** A condition over columns of the source as one over the table's. */
  private Column renamed(Rule rule, String condition) {
    ReconciledSource.compile(
        session, rule, condition, ReconciledColumns.namedInSource(table, layout()));
    Map<String, String> targets = new HashMap<>();
    table.flows().forEach(flow -> targets.putAll(flow.projection().rename()));
    return RenamedColumns.of(condition, targets);
  }

  private Look looked(
      LakeTable now, Dataset<Row> rows, Stored stored, Optional<RepairPosition> stated) {
    ReconciledColumns columns = columns(rows.schema());
    keysInSource = columns.keysInSource();
    Optional<byte[]> reached = now.highestSequence();
    Map<String, String> progress = now.progressOfFlows();
    try (SnapshotComparison.Result found = compared(now, columns, rows, stored, stated)) {
      requireKeys(found.report());
      FoundKeys keys = FoundKeys.of(found, stated, missing -> withDeletes(missing, now), examples);
      return new Look(
          keys.counts(),
          keys.held(),
          keys.examples(),
          order(now).sequenceType(),
          reached.map(sequence -> new ReachedPosition(order(now).sequenceType(), sequence)),
          source.logEnd(),
          progress);
    }
  }

  private SnapshotComparison.Result compared(
      LakeTable now,
      ReconciledColumns columns,
      Dataset<Row> rows,
      Stored stored,
      Optional<RepairPosition> stated) {
    Layout layout = layout();
    KeyDifferences differences =
        new KeyDifferences(
            layout,
            columns.compared(),
            examples.most(),
            stated.map(at -> Position.of(at.bytes())).orElse(Position.NONE));
    Dataset<Row> fitted = columns.fitted(rows);
    Dataset<Row> compared =
        stored.among().map(keys -> SnapshotComparison.among(fitted, keys)).orElse(fitted);
    return new SnapshotComparison(
            session, now, layout, SnapshotRows.bytes(rows), columns.compared())
        .compare(compared, stored.with(LatestChanges.bookkeeping()), differences);
  }

  /**
   * Does something with the keys that differ, however many there are, as rows of the key columns.
   *
   * @param stated as for a look at all rows
   */
  <T> T withEveryKey(Optional<RepairPosition> stated, Function<Dataset<Row>, T> work) {
    LakeTable now = refreshed();
    Dataset<Row> rows = source.rows();
    try (SnapshotComparison.Result found =
        compared(now, columns(rows.schema()), rows, stored(now), stated)) {
      JavaRDD<KeyDifference> keys =
          found.differences().map(KeyDifferences::read).filter(key -> !key.isNewer());
      return work.apply(
          SparkPlans.dataset(session, keys.map(KeyDifference::columns).rdd(), keyType()));
    }
  }

  /** A row that was deleted is not there to say when. */
  private List<KeyDifference> withDeletes(List<KeyDifference> all, LakeTable now) {
    List<KeyDifference> missing =
        all.stream().filter(found -> found.kind() == DifferenceKind.MISSING).toList();
    if (missing.isEmpty()) {
      return all;
    }
    Map<ByteBuffer, Position> latest = new LatestChanges(session, now).of(keys(missing));
    return all.stream()
        .map(
            found ->
                Optional.ofNullable(latest.get(ByteBuffer.wrap(found.key())))
                    .filter(change -> found.kind() == DifferenceKind.MISSING)
                    .map(found::deletedBy)
                    .orElse(found))
        .toList();
  }

  private void requireKeys(ComparisonReport report) {
    if (report.keyless() > 0) {
      throw LakewardException.of(ErrorCode.NULL_KEY)
          .fact("table", name)
          .fact("rows", report.keyless())
          .fact("source", source.export().place())
          .advice("compare with rows that all have a key")
          .build();
    }
    if (report.repeatedKeys() > 0) {
      throw LakewardException.of(ErrorCode.DUPLICATE_KEY)
          .fact("table", name)
          .fact("keys", report.repeatedKeys())
          .fact("first", report.firstRepeated())
          .fact("source", source.export().place())
          .advice("compare with rows of which each has a key of its own")
          .build();
    }
  }
}
