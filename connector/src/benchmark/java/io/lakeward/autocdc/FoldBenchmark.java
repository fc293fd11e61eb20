package io.lakeward.autocdc;

import io.lakeward.autocdc.Change.Origin;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How long one core takes to fold a change. Rows have eight columns; one change comes to each key,
 * four of five are updates, the others deletes.
 *
 * <p>Takes samples of a thousand changes, whose median other work on the machine hardly moves: a
 * sample is shorter than the turn that the system gives to a thread.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 3)
@Measurement(iterations = 3, time = 3)
@Fork(1)
public class FoldBenchmark {

  /** Few enough for the processor's caches, where rows are that were just decoded. */
  private static final int KEYS = 1_000;

  private static final int COLUMNS = 8;

  /** What is folded. */
  public enum Case {
    TYPE_1_NEWER(1, 100),
    TYPE_2_NEWER(3, 100),
    TYPE_2_LATE(3, 15),
    TYPE_2_NEWER_OF_30(30, 1_000);

    private final int versions;
    private final int at;

    Case(int versions, int at) {
      this.versions = versions;
      this.at = at;
    }

    private Fold<Object[]> fold() {
      return this == TYPE_1_NEWER
          ? new Type1Fold<>(new ArrayRows(), Position.NONE)
          : new Type2Fold<>(new ArrayRows(), List.of());
    }
  }

  /** The case of a run. */
  @Param public Case change;

  private final List<KeyHistory<Object[]>> stored = new ArrayList<>();
  private final List<List<Change<Object[]>>> changes = new ArrayList<>();
  private Fold<Object[]> fold;

  /** Makes stored histories, and the change that comes to each. */
  @Setup
  public void store() {
    fold = change.fold();
    for (int key = 0; key < KEYS; key++) {
      List<Change<Object[]>> before = new ArrayList<>();
      for (int version = 1; version <= change.versions; version++) {
        before.add(update(key, 10 * version));
      }
      stored.add(fold.fold(KeyHistory.unknown(), before, List.of()));
      Change<Object[]> update = update(key, change.at);
      changes.add(
          List.of(key % 5 == 0 ? new Change.Delete<>(update.position(), update.row()) : update));
    }
  }

  /** Folds the change of each key. */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public void fold(Blackhole result) {
    for (int key = 0; key < KEYS; key++) {
      result.consume(fold.fold(stored.get(key), changes.get(key), List.of()));
    }
  }

  private static Change<Object[]> update(int key, int at) {
    byte[] position = new OrderedBytes().putLong(at).putCount(0).putCount(3).putLong(at).toBytes();
    Object[] row = new Object[COLUMNS + 2];
    row[0] = (long) key;
    for (int column = 1; column < COLUMNS; column++) {
      row[column] = "value " + column + " at " + at;
    }
    row[COLUMNS] = (long) at;
    return new Change.Upsert<>(
        Position.of(position, Long.BYTES), row, ColumnSet.NONE, Origin.SAME_KEY);
  }
}
