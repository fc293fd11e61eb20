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
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Table;
import io.lakeward.source.Layout;
import io.lakeward.source.debezium.StatedPosition;
import io.lakeward.source.expression.FlowExpressions.Rule;
import io.lakeward.source.expression.RenamedColumns;
import io.lakeward.source.snapshot.KeyValues;
import io.lakeward.source.snapshot.Version;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** A table and the rows it is compared with. Used by one thread. */
final class ReconciledTable {

  /** How many keys that differ the driver holds, to look at them again. */
  static final int MOST_KEYS = 10_000;

  private final SparkSession session;
  private final String name;
  private final Table table;
  private final WiredTable wired;
  private final Supplier<TargetTable> joining;
  private TargetTable target;
  private final ReconciledSource source;
  private final Set<String> ignored;
  private final Optional<Expression> covered;
  private final int examples;

  /** The names in the source of the key columns, once they are known. */
  private List<String> keysInSource = List.of();

  /**
   * A table of a mapping and a source.
   *
   * @param name the table's full name
   * @param joining a view of the table that joins whoever writes it now
   * @param ignored columns of the table that are not compared
   * @param covered over the columns of the source: which rows of the table it would have
   * @param examples how many differences of each kind are described
   */
  ReconciledTable(
      SparkSession session,
      String name,
      Table table,
      WiredTable wired,
      Supplier<TargetTable> joining,
      ReconciledSource source,
      Set<String> ignored,
      Optional<Expression> covered,
      int examples) {
    this.session = requireNonNull(session, "session");
    this.name = requireNonNull(name, "name");
    this.table = requireNonNull(table, "table");
    this.wired = requireNonNull(wired, "wired");
    this.joining = requireNonNull(joining, "joining");
    this.target = joining.get();
    this.source = requireNonNull(source, "source");
    this.ignored = Set.copyOf(ignored);
    this.covered = requireNonNull(covered, "covered");
    this.examples = examples;
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

  /** Whether the order of the table's changes is that of Debezium's connector. */
  boolean isInOrderOfItsLog() {
    return !wired.changes().isEmpty()
        && table.flows().stream()
            .filter(flow -> !(flow.input() instanceof Input.Snapshots))
            .allMatch(
                flow ->
                    flow.rules().sequenceBy().isEmpty() && !flow.encoding().format().isCustom());
  }

  /** The position behind the changes of a sequence. */
  RepairPosition position(byte[] sequence, DataType type) {
    return new RepairPosition(
        type,
        StatedPosition.behind(type, sequence),
        table.flows().size(),
        System.currentTimeMillis());
  }

  /** The position behind the changes of a version. */
  RepairPosition position(Version version) {
    requireType(version.type(), version.text());
    return position(version.encoded(), version.type());
  }

  /**
   * The position behind the change that a text states.
   *
   * @throws LakewardException POSITION_INVALID
   */
  RepairPosition position(String text) {
    if (isInOrderOfItsLog()) {
      StatedPosition stated = StatedPosition.of(text);
      requireType(stated.type(), text);
      return position(stated.sequence(), stated.type());
    }
    DataType type = sequenceType(refreshed());
    return position(RepairPosition.parsed(text, type), type);
  }

  private void requireType(DataType type, String text) {
    DataType own = sequenceType(refreshed());
    if (!own.asNullable().catalogString().equals(type.asNullable().catalogString())) {
      throw LakewardException.of(ErrorCode.POSITION_INVALID)
          .fact("position", text)
          .fact("type", type.catalogString())
          .fact("sequence", own.catalogString())
          .advice("give a position of the connector, or of the type, that the table's changes have")
          .build();
    }
  }

  /** The type of the sequences of the table's changes. */
  static DataType sequenceType(LakeTable table) {
    return table.layout().sequenceType();
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
   * @param among the keys, at most {@link #MOST_KEYS}
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
      Found keys = found(found, now, stated);
      return new Look(
          keys.counts(),
          keys.held(),
          keys.examples(),
          sequenceType(now),
          reached.map(sequence -> new ReachedPosition(sequenceType(now), sequence)),
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
            examples,
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

  /**
   * The keys that a comparison found.
   *
   * @param held those that count; none where there are more than can be held
   */
  private record Found(Findings.Counts counts, List<KeyDifference> held, List<String> examples) {}

  private Found found(
      SnapshotComparison.Result result, LakeTable now, Optional<RepairPosition> stated) {
    ComparisonReport report = result.report();
    JavaRDD<KeyDifference> all = result.differences().map(KeyDifferences::read);
    if (report.differences() > MOST_KEYS) {
      Map<DifferenceKind, Long> counting =
          all.filter(difference -> !difference.isNewer()).map(KeyDifference::kind).countByValue();
      return new Found(counts(report, counting), List.of(), described(firstOf(all)));
    }
    List<KeyDifference> held = counting(all.collect(), now, stated);
    Map<DifferenceKind, Long> byKind = new HashMap<>();
    held.forEach(difference -> byKind.merge(difference.kind(), 1L, Long::sum));
    return new Found(counts(report, byKind), held, described(held));
  }

  /** The first of each kind that are described, however many there are. */
  private List<KeyDifference> firstOf(JavaRDD<KeyDifference> all) {
    List<KeyDifference> first = new ArrayList<>();
    for (DifferenceKind kind : DifferenceKind.values()) {
      first.addAll(
          all.filter(found -> found.kind() == kind && !found.example().isEmpty())
              .takeOrdered(examples, KeyDifference.BY_KEY));
    }
    return first;
  }

  /** Those that differ by no change that is newer than the source's rows. */
  private List<KeyDifference> counting(
      List<KeyDifference> all, LakeTable now, Optional<RepairPosition> stated) {
    if (stated.isEmpty()) {
      return all;
    }
    Position at = Position.of(stated.get().bytes());
    return withDeletes(all.stream().filter(found -> !found.isNewer()).toList(), now).stream()
        .filter(found -> !found.stored().isAfter(at))
        .toList();
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

  private static Findings.Counts counts(
      ComparisonReport report, Map<DifferenceKind, Long> counting) {
    long different = counting.getOrDefault(DifferenceKind.DIFFERENT, 0L);
    long missing = counting.getOrDefault(DifferenceKind.MISSING, 0L);
    long extra = counting.getOrDefault(DifferenceKind.EXTRA, 0L);
    return new Findings.Counts(
        report.equal(),
        different,
        missing,
        extra,
        report.differences() - different - missing - extra);
  }

  /** The first of each kind, by key: as many as are described. */
  List<KeyDifference> first(List<KeyDifference> differences) {
    List<KeyDifference> first = new ArrayList<>();
    for (DifferenceKind kind : DifferenceKind.values()) {
      differences.stream()
          .filter(difference -> difference.kind() == kind)
          .sorted(KeyDifference.BY_KEY)
          .limit(examples)
          .forEach(first::add);
    }
    return first;
  }

  /** Those that are described. */
  List<String> described(List<KeyDifference> differences) {
    List<KeyDifference> described =
        differences.stream().filter(difference -> !difference.example().isEmpty()).toList();
    return first(described).stream().map(KeyDifference::example).toList();
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
