package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.DeadLetters;
import io.lakeward.lake.Evolution;
import io.lakeward.lake.Keeping;
import io.lakeward.lake.LakeTable;
import io.lakeward.lake.Partitioning;
import io.lakeward.lake.RefreshAdvice;
import io.lakeward.lake.Tables;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.StoredAs;
import io.lakeward.mapping.Table;
import io.lakeward.source.EvolutionLimit;
import io.lakeward.source.Findings;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The table a flow writes, before and after it exists. Each flow has its own view of it. */
final class TargetTable {

  private final Tables tables;
  private final Table mapping;
  private final Flow flow;
  private final FlowGroup group;
  private final Checkpoint checkpoint;
  private final Partitioning partitioning;
  private Optional<LakeTable> open = Optional.empty();
  private final AbsentColumns absent;
  private final List<String> remarks = new ArrayList<>();

  /**
   * A flow's view of its table.
   *
   * @param group what the flows of the table share
   * @param checkpoint the flow's own
   */
  TargetTable(Tables tables, Table mapping, Flow flow, FlowGroup group, Checkpoint checkpoint) {
    this.tables = tables;
    this.mapping = mapping;
    this.flow = flow;
    this.group = group;
    this.checkpoint = checkpoint;
    this.partitioning = new Partitioning(mapping.target(), mapping.layout().partitionBy());
    this.absent = new AbsentColumns(mapping, flow);
  }

  /**
   * Opens the table where it exists, or creates it where its columns are declared.
   *
   * @param declared the columns that the flow declares
   */
  Optional<LakeTable> open(Optional<RecordShape> declared) {
    open = tables.open(mapping.target(), flow.name(), keeping(), partitioning);
    Optional<RecordShape> all = group.declaredShape();
    if (open.isEmpty() && all.isPresent()) {
      open = Optional.of(create(new Evolution.Request(all.get(), new byte[0])));
    }
    List<String> keys = mapping.keys().stream().map(flow.projection()::targetOf).toList();
    if (open.isPresent() && !keys.isEmpty()) {
      open.get().requireKeys(keys);
    }
    declared.ifPresent(this::requireSameSequence);
    return open;
  }

  /** Does the work while no other flow of the table does any. */
  <T> T inTurn(FlowGroup.Work<T> work) throws InterruptedException {
    return group.inTurn(work);
  }

  /** The table as it was last seen. */
  Optional<LakeTable> current() {
    return open;
  }

  /** The table as it is now; empty where there is none yet, also from another flow. */
  Optional<LakeTable> refreshed() {
    if (open.isPresent()) {
      open.get().refresh();
    } else {
      open = tables.open(mapping.target(), flow.name(), keeping(), partitioning);
    }
    return open;
  }

  /**
   * Says why a batch failed whose table was replaced or dropped meanwhile: its files are gone then.
   */
  void requireStillThere(RuntimeException failure) {
    try {
      open.ifPresent(LakeTable::refresh);
    } catch (LakewardException displaced) {
      displaced.addSuppressed(failure);
      throw displaced;
    } catch (RuntimeException unknown) {
      failure.addSuppressed(unknown);
    }
  }

  /** Whether a batch of the flow was committed. */
  boolean hasApplied() {
    return open.flatMap(LakeTable::progress).isPresent();
  }

  /** The columns that records are decoded to now; none where there is no table yet. */
  Layout layout() {
    return open.map(LakeTable::layout)
        .orElse(Layout.NONE)
        .withLoadTimes(loadTimes())
        .within(limit());
  }

  /** Whether the flow has read its source to the end before. */
  boolean isComplete() {
    return open.filter(LakeTable::isComplete).isPresent()
        || (!hasApplied() && checkpoint.isComplete());
  }

  /** The columns that hold when a record was loaded. */
  Set<String> loadTimes() {
    return group.loadTimes();
  }

  /** Notes that the flow has read its source to the end. */
  void noteComplete() {
    refreshed().ifPresentOrElse(LakeTable::noteComplete, checkpoint::noteComplete);
  }

  /**
   * Refuses what the table cannot be altered to.
   *
   * @throws LakewardException SEQUENCING_TYPE_DRIFT, KEY_SCHEMA_DRIFT or INTERVAL_DRIFT where the
   *     table has others
   */
  void requireSame(RecordShape shape) {
    open.orElseThrow().requireKeys(shape.keys());
    requireSameSequence(shape);
  }

  /** Creates or alters the table to what records ask for. */
  void fit(List<Evolution.Request> requests) {
    if (open.isEmpty()) {
      Evolution.Request first =
          requests.stream()
              .min((one, other) -> Arrays.compareUnsigned(one.sequence(), other.sequence()))
              .orElseThrow();
      open = Optional.of(create(first));
      remarks.addAll(
          new UnknownNames(mapping, flow)
              .in(requests.stream().map(Evolution.Request::shape).toList()));
    }
    requests.forEach(request -> requireSameSequence(request.shape()));
    new Evolution(open.get(), limit()).apply(requests);
  }

  /** Notes what was found in records that were applied. */
  void note(Findings found) {
    absent.in(found.neverSeen()).ifPresent(remarks::add);
    if (found.infiniteValues() > 0) {
      remarks.add(
          "%,d infinite %s another by the mapping's `infinity: %s`"
              .formatted(
                  found.infiniteValues(),
                  found.infiniteValues() == 1 ? "value became" : "values became",
                  flow.encoding().infinity().key()));
    }
  }

  /** What people should know of the table since they were told last. */
  List<String> takeRemarks() {
    List<String> taken = List.copyOf(remarks);
    remarks.clear();
    return taken;
  }

  /** Up to where the table is altered for records that ask for more than it has. */
  EvolutionLimit limit() {
    return EvolutionLimit.valueOf(mapping.schemaEvolution().name());
  }

  /** A truncate deletes keys that come later too, so it must outlive the time without a table. */
  void rememberTruncate(byte[] position) {
    checkpoint.noteTruncate(position);
  }

  /** Whether a truncate came before the table, of which a history must know what it shows. */
  boolean hasMissedTruncate() {
    return checkpoint.truncate().length > 0
        && open.filter(table -> table.layout().ordinalOf(Bound.START).isPresent()).isPresent();
  }

  /** Where records go that cannot be applied. */
  DeadLetters deadLetters() {
    return tables.deadLetters();
  }

  private LakeTable create(Evolution.Request first) {
    return tables.create(
        mapping.target(),
        flow.name(),
        keeping(),
        first,
        group.truncatedAt(),
        limit(),
        mapping.layout());
  }

  private Keeping keeping() {
    StoredAs storedAs = mapping.storedAs();
    return new Keeping(storedAs.type(), mapping.targetsOf(storedAs.tracked()));
  }

  private void requireSameSequence(RecordShape shape) {
    String now = shape.sequenceType().catalogString();
    LakeTable table = open.orElseThrow();
    if (!now.equals(table.sequenceType())) {
      throw LakewardException.of(ErrorCode.SEQUENCING_TYPE_DRIFT)
          .fact("table", table.name())
          .fact("sequence", table.sequenceType())
          .fact("now", now)
          .advice("restore the old `sequence_by`" + RefreshAdvice.orRebuild(table.name()))
          .build();
    }
    table.requireIntervals(shape.intervals());
  }
}
