package io.lakeward.lake;

import io.lakeward.error.LakewardException;
import io.lakeward.lake.MergeReport.BranchWork;
import io.lakeward.mapping.Retention;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotAncestryValidator;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * Puts a merged batch into the table: rows, deletion vectors, state branch, offsets and truncate
 * mark in one metadata version, or nothing.
 *
 * <p>The commit holds only on the very snapshots that were probed: anything else that was committed
 * in between loses the round, and the batch is probed again.
 */
final class Commit {

  /** How a commit ends. */
  sealed interface Result {
    /** The batch is in the table. */
    record Held(long snapshotId) implements Result {}

    /** Somebody else was first; nothing was committed, and the files written are to be deleted. */
    record Lost(RuntimeException reason) implements Result {}
  }

  static final String COMMIT_UUID = "lakeward.commit-uuid";
  static final String FLOW = "lakeward.flow";
  private static final String QUERY_ID = "lakeward.query-id";
  private static final String BATCH_ID = "lakeward.batch-id";
  static final String OFFSETS = "lakeward.offsets";

  private final LakeTable table;
  private final BatchIdentity identity;
  private final Probe probe;
  private final Retention retention;
  private final String uuid = UUID.randomUUID().toString();

  /** The properties that say how far each flow of the table is with this batch. */
  private final Map<String, String> progress = new LinkedHashMap<>();

  private final List<String> filesWritten = new ArrayList<>();

  Commit(LakeTable table, BatchIdentity identity, Probe probe, Retention retention) {
    this.table = table;
    this.identity = identity;
    this.probe = probe;
    this.retention = retention;
    table.progressOfFlows().forEach((flow, end) -> progress.put(TableState.OFFSETS + flow, end));
    identity.progress().ifPresent(end -> progress.put(TableState.OFFSETS + identity.flow(), end));
  }

  /**
   * Commits what the tasks of a merge wrote.
   *
   * @param memory what the table remembers after the batch
   */
  Result commit(MergeReport report, TableMemory memory) {
    report.main().added().forEach(file -> filesWritten.add(file.location()));
    report.state().added().forEach(file -> filesWritten.add(file.location()));
    Forgetting forgetting = Forgetting.of(table, retention, Instant.now());
    try {
      Transaction transaction = table.iceberg().newTransaction();
      RowDelta main = transaction.newRowDelta();
      stage(main, report.main(), table.head(), true);
      main.commit();
      BranchWork stateWork = report.state().without(forgetting.paths());
      if (!stateWork.isEmpty() || !forgetting.files().isEmpty()) {
        RowDelta state = transaction.newRowDelta().toBranch(LakeTable.STATE_BRANCH);
        stage(state, stateWork, table.stateHead(), false);
        forgetting.files().forEach(state::removeRows);
        state.commit();
      }
      setProperties(transaction.updateProperties(), memory, forgetting);
      transaction.commitTransaction();
    } catch (RuntimeException e) {
      return afterFailure(e);
    }
    Table iceberg = table.iceberg();
    iceberg.refresh();
    return find(iceberg)
        .<Result>map(Result.Held::new)
        .orElseThrow(() -> new IllegalStateException("Cannot find the commit " + uuid));
  }

  private void setProperties(
      UpdateProperties properties, TableMemory memory, Forgetting forgetting) {
    progress.forEach(properties::set);
    table.state().progress().keySet().stream()
        .map(flow -> TableState.OFFSETS + flow)
        .filter(name -> !progress.containsKey(name))
        .forEach(properties::remove); // of a table that was rolled back
    set(properties, TableState.STATE_MARKS, forgetting.marks().toString());
    if (!forgetting.files().isEmpty()) {
      properties.set(TableState.FORGOTTEN_AT, Long.toString(Instant.now().toEpochMilli()));
    }
    set(properties, TableState.TRUNCATED_AT, TableState.hex(memory.truncatedAt()));
    set(properties, TableState.TRUNCATES, TruncateMark.encode(memory.truncates()));
    set(properties, TableState.WAITING, memory.waiting().encode());
    set(properties, TableState.HIGHEST_SEQUENCE, TableState.hex(memory.highestSequence().bytes()));
    set(
        properties,
        TableState.SET_ASIDE,
        memory.setAside() == 0 ? "" : Long.toString(memory.setAside()));
    properties.commit();
  }

  private static void set(UpdateProperties properties, String name, String value) {
    if (value.isEmpty()) {
      properties.remove(name);
    } else {
      properties.set(name, value);
    }
  }

  /** Deletes the files of a round that was lost. */
  void discard() {
    filesWritten.forEach(file -> table.iceberg().io().deleteFile(file));
  }

  private void stage(RowDelta delta, BranchWork work, Optional<Snapshot> head, boolean isMain) {
    work.added().forEach(delta::addRows);
    if (!work.deleted().isEmpty()) {
      DeleteWriteResult vectors =
          new Vectors(table.iceberg(), uuid + (isMain ? "-main" : "-state"))
              .write(work, isMain ? probe.mainScan() : probe.stateScan());
      for (DeleteFile vector : vectors.deleteFiles()) {
        filesWritten.add(vector.location());
        delta.addDeletes(vector);
      }
      vectors.rewrittenDeleteFiles().forEach(delta::removeDeletes);
      delta.validateDataFilesExist(work.deleted().keySet());
    }
    head.ifPresent(snapshot -> delta.validateFromSnapshot(snapshot.snapshotId()));
    delta.validateDeletedFiles().validateNoConflictingDataFiles();
    delta.validateWith(
        new Unmoved(head, isMain ? SnapshotRef.MAIN_BRANCH : LakeTable.STATE_BRANCH));
    summary().forEach(delta::set);
  }

  private Map<String, String> summary() {
    Map<String, String> summary = new LinkedHashMap<>();
    summary.put(TableState.PIPELINE, identity.pipeline());
    summary.put(FLOW, identity.flow());
    summary.put(COMMIT_UUID, uuid);
    summary.put(QUERY_ID, identity.queryId());
    summary.put(BATCH_ID, Long.toString(identity.batchId()));
    summary.put(TableState.WRITER_EPOCH, table.epoch());
    identity.progress().or(table::progress).ifPresent(end -> summary.put(OFFSETS, end));
    summary.putAll(progress);
    return summary;
  }

  /**
   * After any failure the table itself says whether the commit is in it. Files are deleted only
   * where it is certain that the commit cannot land later.
   */
  private Result afterFailure(RuntimeException failure) {
    Table iceberg = table.iceberg();
    try {
      iceberg.refresh();
    } catch (RuntimeException unreachable) {
      RuntimeException explained = Displacement.explained(table.name(), unreachable);
      if (explained != unreachable) {
        explained.addSuppressed(failure);
        discard(); // no commit by that name can still reach the table
        throw explained;
      }
      failure.addSuppressed(unreachable);
      throw failure;
    }
    Optional<Long> committed = find(iceberg);
    if (committed.isPresent()) {
      return new Result.Held(committed.get());
    }
    // A rolled-back table, or one whose start has expired, is an IllegalArgumentException.
    boolean lost =
        failure instanceof CleanableFailure
            || failure instanceof ValidationException
            || (failure instanceof IllegalArgumentException && hasMoved(iceberg));
    if (lost || failure instanceof LakewardException) {
      discard();
    }
    if (lost) {
      return new Result.Lost(failure);
    }
    throw failure;
  }

  private boolean hasMoved(Table iceberg) {
    Optional<Long> now = Optional.ofNullable(iceberg.currentSnapshot()).map(Snapshot::snapshotId);
    return !now.equals(table.head().map(Snapshot::snapshotId));
  }

  private Optional<Long> find(Table iceberg) {
    if (iceberg.currentSnapshot() == null) {
      return Optional.empty();
    }
    for (Snapshot snapshot : SnapshotUtil.currentAncestors(iceberg)) {
      Map<String, String> summary = snapshot.summary();
      if (summary != null && uuid.equals(summary.get(COMMIT_UUID))) {
        return Optional.of(snapshot.snapshotId());
      }
    }
    return Optional.empty();
  }

  /**
   * Asked before each try of the commit, Iceberg's own retries included: the branch still stands at
   * the probed snapshot, no newer writer has taken the table over, and as many records stand aside
   * as when the batch was merged.
   */
  private final class Unmoved implements SnapshotAncestryValidator {
    private final Optional<Snapshot> head;
    private final String branch;

    Unmoved(Optional<Snapshot> head, String branch) {
      this.head = head;
      this.branch = branch;
    }

    @Override
    public boolean validate(Iterable<Snapshot> ancestors) {
      TableOperations operations = ((HasTableOperations) table.iceberg()).operations();
      Map<String, String> properties = operations.current().properties();
      table.requireOwn(String.valueOf(properties.get(TableState.WRITER_EPOCH)));
      if (TableState.setAside(properties) != table.state().setAside()) {
        return false;
      }
      Optional<Long> now = Optional.empty();
      for (Snapshot snapshot : ancestors) {
        now = Optional.of(snapshot.snapshotId());
        break;
      }
      return now.equals(head.map(Snapshot::snapshotId));
    }

    @Override
    public String errorMessage() {
      return "the branch "
          + branch
          + " or the count of records set aside has moved since the probe";
    }
  }
}
