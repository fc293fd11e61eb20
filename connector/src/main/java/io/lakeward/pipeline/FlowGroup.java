package io.lakeward.pipeline;

import io.lakeward.error.LakewardException;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the flows of one table share while they run. They take turns: a batch is merged into the
 * very table it was decoded for, so that nobody else of this run may commit in between. Thread
 * safe.
 */
final class FlowGroup {

  /** Fair, so that a flow with a backlog does not keep the others out. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private final Map<String, Checkpoint> checkpoints = new LinkedHashMap<>();
  private final Map<String, RecordShape> declared = new LinkedHashMap<>();
  private final Set<String> loadTimes = new TreeSet<>();
  private final String table;

  /** The flows of this table, by its full name. */
  FlowGroup(String table) {
    this.table = table;
  }

  /** Adds a flow, in the order of the mapping, before any of them runs. */
  void add(String flow, Checkpoint checkpoint, RecordFormat format) {
    checkpoints.put(flow, checkpoint);
    format.declaredShape().ifPresent(columns -> declared.put(flow, columns));
    loadTimes.addAll(format.loadTimes());
  }

  /** Adds a flow of snapshots, of which these columns hold when a row was loaded. */
  void add(Set<String> timesOfLoading) {
    loadTimes.addAll(timesOfLoading);
  }

  /**
   * The columns that hold when a record was loaded, whichever flow it came from: rows must compare
   * alike in the batches of all flows.
   */
  Set<String> loadTimes() {
    return loadTimes;
  }

  /** Does the work while no other flow of the table does any. */
  <T> T inTurn(Work<T> work) throws InterruptedException {
    turn.lockInterruptibly();
    try {
      return work.run();
    } finally {
      turn.unlock();
    }
  }

  /** Some work of a flow. */
  @FunctionalInterface
  interface Work<T> {
    /** Does it. */
    T run() throws InterruptedException;
  }

  /** The position of the latest truncate that came before the table, in any flow; else empty. */
  byte[] truncatedAt() {
    return checkpoints.values().stream()
        .map(Checkpoint::truncate)
        .max(java.util.Arrays::compareUnsigned)
        .orElse(new byte[0]);
  }

  /**
   * The columns that the flows declare together; empty where none does.
   *
   * @throws LakewardException FAN_IN_MISMATCH where they do not go together
   */
  Optional<RecordShape> declaredShape() {
    return new DeclaredColumns(table, declared).together();
  }
}
