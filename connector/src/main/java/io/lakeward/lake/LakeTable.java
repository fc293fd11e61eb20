package io.lakeward.lake;

import io.lakeward.change.Position;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.spark.SparkUtil;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * A target table as one writer sees it: pinned to the metadata of its last {@link #refresh}, so
 * that probe, fold and commit all speak of the same snapshot. Used by one flow at a time.
 */
public final class LakeTable {

  /** The branch that holds what must survive but not be seen: tombstones and moves. */
  public static final String STATE_BRANCH = "lakeward_state";

  private final Table table;
  private final String flow;
  private final String epoch;
  private final Keeping keeping;
  private TableState state;
  private Layout layout;
  private LeafIds leaves;
  private Optional<Snapshot> head = Optional.empty();
  private Optional<Snapshot> stateHead = Optional.empty();

  LakeTable(Table table, String flow, String epoch, Keeping keeping) {
    this.table = table;
    this.flow = flow;
    this.epoch = epoch;
    this.keeping = keeping;
    read();
  }

  /** Looks at the table as it is now. Fails where another writer has taken it over. */
  public void refresh() {
    try {
      table.refresh();
    } catch (RuntimeException e) {
      throw Displacement.explained(name(), e);
    }
    read();
    requireOwn(state.writerEpoch());
  }

  /** The table's full name. */
  public String name() {
    return table.name();
  }

  /** What tells the table from another that was created under its name. */
  public String uuid() {
    return table.uuid().toString();
  }

  /** Whether the table was put in the place of the table with this uuid. */
  public boolean hasReplaced(String uuid) {
    return Predecessors.of(table.properties()).uuids().contains(uuid);
  }

  /** The columns that changes are decoded to. */
  public Layout layout() {
    return layout;
  }

  /** The key columns, in key order. */
  public List<String> keys() {
    return state.keys();
  }

  /**
   * Refuses other keys than the table's.
   *
   * @param keys the names of the key columns
   * @throws LakewardException KEY_SCHEMA_DRIFT where they are others
   */
  public void requireKeys(List<String> keys) {
    if (!Set.copyOf(keys).equals(Set.copyOf(keys()))) {
      throw LakewardException.of(ErrorCode.KEY_SCHEMA_DRIFT)
          .fact("table", name())
          .fact("keys", keys())
          .fact("record", keys)
          .advice("name the old keys with `keys` in the mapping" + RefreshAdvice.orRebuild(name()))
          .build();
    }
  }

  /**
   * Checks the interval columns that a flow asks for.
   *
   * @throws LakewardException SEQUENCING_TYPE_DRIFT for another system sequence, INTERVAL_DRIFT for
   *     other names or another type, where the table has been created with those it has
   */
  public void requireIntervals(List<IntervalColumn> asked) {
    String stored = Schemas.described(layout.intervals());
    String now = Schemas.described(asked);
    if (stored.equals(now)) {
      return;
    }
    boolean system =
        Schemas.described(business(layout.intervals())).equals(Schemas.described(business(asked)));
    throw LakewardException.of(system ? ErrorCode.SEQUENCING_TYPE_DRIFT : ErrorCode.INTERVAL_DRIFT)
        .fact("table", table.name())
        .fact("stored", stored)
        .fact("now", now)
        .advice(
            (system
                    ? "restore the type of system_sequence_by"
                    : "restore start_at_column, end_at_column and interval_value")
                + RefreshAdvice.orRebuild(table.name()))
        .build();
  }

  private static List<IntervalColumn> business(List<IntervalColumn> columns) {
    return columns.stream().filter(column -> !column.bound().isSystem()).toList();
  }

  /** The type of the sequence the table was created with, in Spark's DDL. */
  public String sequenceType() {
    return state.sequenceType();
  }

  /**
   * How far the flow's source is applied, as the source writes it; empty before the first batch.
   */
  public Optional<String> progress() {
    return Optional.ofNullable(progressOfFlows().get(flow));
  }

  /** By flow, how far the sources of all flows are applied. */
  public Map<String, String> progressOfFlows() {
    return FlowProgress.of(table, state.progress());
  }

  /** Whether the flow's source was read to its end, and all of it is in the table still. */
  public boolean isComplete() {
    String noted = table.properties().get(TableState.COMPLETE + flow);
    return progress().orElse("").equals(noted);
  }

  /** Notes that the flow's source was read to its end. */
  public void noteComplete() {
    String end = progress().orElse("");
    CommitThread.run(() -> table.updateProperties().set(TableState.COMPLETE + flow, end).commit());
    refresh();
  }

  /** The upserts that wait for the key they came from. */
  public Waiting waiting() {
    return state.waiting();
  }

  /** How many of its records stand aside, as the table says: it forgets no delete meanwhile. */
  public long setAside() {
    return state.setAside();
  }

  /**
   * The highest encoded sequence of all changes that came, whatever became of their rows; empty
   * where none did, or where a version of Lakeward wrote them all that did not note it.
   */
  public Optional<byte[]> highestSequence() {
    return Optional.of(state.highestSequence())
        .filter(highest -> !highest.equals(Position.NONE))
        .map(Position::bytes);
  }

  /** Whether no batch of any flow is in the table yet. */
  public boolean isWithoutBatch() {
    return progressOfFlows().isEmpty();
  }

  /** When the table last forgot deletes; empty where it still knows all. */
  public Optional<Instant> forgottenAt() {
    return Optional.ofNullable(table.properties().get(TableState.FORGOTTEN_AT))
        .map(millis -> Instant.ofEpochMilli(Long.parseLong(millis)));
  }

  /**
   * Notes in the table how many of its records stand aside, whoever else commits to it meanwhile:
   * from then on it forgets no delete while there are any.
   *
   * @param standing counts them; asked again where somebody else was first
   * @throws LakewardException COMMIT_CONFLICT where others were first in every attempt
   */
  public void noteSetAside(LongSupplier standing) {
    new SetAsideNote(table).write(standing);
  }

  Table iceberg() {
    return table;
  }

  /** How much of the past the table keeps. */
  Keeping keeping() {
    return keeping;
  }

  TableState state() {
    return state;
  }

  String flow() {
    return flow;
  }

  String epoch() {
    return epoch;
  }

  /** The snapshot of the table at the last refresh, where it had one. */
  Optional<Snapshot> head() {
    return head;
  }

  /** The snapshot of the state branch at the last refresh, where it had one. */
  Optional<Snapshot> stateHead() {
    return stateHead;
  }

  /** The leaves of the layout. */
  LeafIds leaves() {
    return leaves;
  }

  void requireOwn(String epochNow) {
    if (!epochNow.equals(epoch)) {
      throw LakewardException.of(ErrorCode.WRITER_FENCED)
          .fact("table", table.name())
          .fact("epoch", epoch)
          .fact("newer", epochNow)
          .advice(
              "run one pipeline for a table; this one has stopped and lost nothing. After a"
                  + " refresh of the table, run it again")
          .build();
    }
  }

  private void read() {
    Map<String, String> properties = table.properties();
    state =
        TableState.of(properties)
            .orElseThrow(
                () ->
                    LakewardException.of(ErrorCode.INVARIANT_BROKEN)
                        .fact("table", table.name())
                        .fact("missing", TableState.PIPELINE)
                        .build());
    layout = layoutOf();
    leaves =
        LeafIds.of(
            layout.columns().stream()
                .map(column -> table.schema().asStruct().field(column.name()))
                .toList(),
            ((HasTableOperations) table).operations().current().lastColumnId());
    // Kept, since the table behind it moves on by itself: beginning a transaction refreshes it.
    head = Optional.ofNullable(table.currentSnapshot());
    stateHead = Optional.ofNullable(table.snapshot(STATE_BRANCH));
  }

  private Layout layoutOf() {
    StructType spark = SparkSchemaUtil.convert(table.schema());
    List<Layout.Column> columns = new ArrayList<>();
    for (NestedField field : table.schema().columns()) {
      if (!field.name().equals(Bookkeeping.COLUMN)) {
        columns.add(column(field, spark));
      }
    }
    return new Layout(columns, DataType.fromDDL(state.sequenceType()));
  }

  private Layout.Column column(NestedField field, StructType spark) {
    var type = spark.apply(field.name()).dataType();
    if (state.keys().contains(field.name())) {
      return Layout.Column.key(field.name(), type);
    }
    for (Map.Entry<Bound, String> interval : state.intervals().entrySet()) {
      if (interval.getValue().equals(field.name())) {
        return Layout.Column.interval(new IntervalColumn(interval.getKey(), field.name(), type));
      }
    }
    byte[] addedAt = state.addedAt().get(field.name());
    if (field.initialDefault() == null || addedAt == null) {
      return Layout.Column.value(field.name(), type);
    }
    Object initialDefault = SparkUtil.internalToSpark(field.type(), field.initialDefault());
    return Layout.Column.added(field.name(), type, initialDefault, addedAt);
  }
}
