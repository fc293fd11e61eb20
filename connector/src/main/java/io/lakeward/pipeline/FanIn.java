package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.row.LosslessTypes;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.spark.sql.types.DataType;

/**
 * What the flows of one table share while they run. They take turns: a batch is merged into the
 * very table it was decoded for, so that nobody else of this run may commit in between. Thread
 * safe.
 */
final class FanIn {

  /** Fair, so that a flow with a backlog does not keep the others out. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private final Map<String, Checkpoint> checkpoints = new LinkedHashMap<>();
  private final Map<String, RecordShape> declared = new LinkedHashMap<>();
  private final Set<String> loadTimes = new TreeSet<>();
  private final String table;

  /** The flows of this table, by its full name. */
  FanIn(String table) {
    this.table = table;
  }

  /** Adds a flow, in the order of the mapping, before any of them runs. */
  void add(String flow, Checkpoint checkpoint, RecordFormat format) {
    checkpoints.put(flow, checkpoint);
    format.declaredShape().ifPresent(columns -> declared.put(flow, columns));
    loadTimes.addAll(format.loadTimes());
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
    String first = "";
    RecordShape all = null;
    for (Map.Entry<String, RecordShape> flow : declared.entrySet()) {
      if (all == null) {
        first = flow.getKey();
        all = flow.getValue();
      } else {
        all = both(first, all, flow.getKey(), flow.getValue());
      }
    }
    return Optional.ofNullable(all);
  }

  private RecordShape both(String first, RecordShape one, String flow, RecordShape other) {
    requireSame("keys", first, Set.copyOf(one.keys()), flow, Set.copyOf(other.keys()));
    requireSame(
        "sequence",
        first,
        one.sequenceType().catalogString(),
        flow,
        other.sequenceType().catalogString());
    requireSame("intervals", first, described(one.intervals()), flow, described(other.intervals()));
    Map<String, RecordShape.Column> columns = new LinkedHashMap<>();
    one.columns().forEach(column -> columns.put(column.name(), column));
    for (RecordShape.Column column : other.columns()) {
      columns.merge(column.name(), column, (held, added) -> wider(held, first, added, flow));
    }
    return new RecordShape(
        new ArrayList<>(columns.values()), one.keys(), one.sequenceType(), one.intervals());
  }

  private RecordShape.Column wider(
      RecordShape.Column one, String first, RecordShape.Column other, String flow) {
    if (LosslessTypes.holds(one.type(), other.type())) {
      return one;
    } else if (LosslessTypes.holds(other.type(), one.type())) {
      return other;
    }
    throw mismatch("column " + one.name(), first, nameOf(one.type()), flow, nameOf(other.type()));
  }

  private static List<String> described(Collection<IntervalColumn> columns) {
    return columns.stream().map(column -> column.name() + " " + nameOf(column.type())).toList();
  }

  private static String nameOf(DataType type) {
    return type.catalogString();
  }

  private void requireSame(String what, String first, Object one, String flow, Object other) {
    if (!one.equals(other)) {
      throw mismatch(what, first, one, flow, other);
    }
  }

  private LakewardException mismatch(
      String what, String first, Object one, String flow, Object other) {
    return LakewardException.of(ErrorCode.FAN_IN_MISMATCH)
        .fact("table", table)
        .fact("what", what)
        .fact(first, one)
        .fact(flow, other)
        .advice("make it the same in all flows of the table")
        .build();
  }
}
