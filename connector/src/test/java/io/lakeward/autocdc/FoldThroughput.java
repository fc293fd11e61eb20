package io.lakeward.autocdc;

import io.lakeward.autocdc.Change.Origin;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints how many changes a second of processor time are folded, so that a busy machine does not
 * show. Rows have eight columns; four of five changes are updates, the others deletes. Run by hand:
 * {@code java -cp <test class path> io.lakeward.autocdc.FoldThroughput [seconds]}.
 */
public final class FoldThroughput {

  /** Few enough for the processor's caches, where rows are that were just decoded. */
  private static final int KEYS = 1_000;

  private static final int COLUMNS = 8;

  private FoldThroughput() {}

  /** Stored histories, and the change that comes to each. */
  private record Work(List<KeyHistory<Object[]>> stored, List<List<Change<Object[]>>> changes) {}

  /** Measures each case in turn, five times; the first rounds warm up. */
  public static void main(String[] args) {
    double seconds = args.length > 0 ? Double.parseDouble(args[0]) : 3;
    Fold<Object[]> type1 = new Type1Fold<>(new ArrayRows(), Position.NONE);
    Fold<Object[]> type2 = new Type2Fold<>(new ArrayRows(), List.of());
    Work newer1 = work(type1, 1, 100);
    Work newer3 = work(type2, 3, 100);
    Work late3 = work(type2, 3, 15);
    Work newer30 = work(type2, 30, 1000);
    for (int round = 0; round < 5; round++) {
      measure("type 1, newer", type1, newer1, seconds);
      measure("type 2, 3 versions, newer", type2, newer3, seconds);
      measure("type 2, 3 versions, late", type2, late3, seconds);
      measure("type 2, 30 versions, newer", type2, newer30, seconds);
    }
  }

  private static Work work(Fold<Object[]> fold, int versions, int at) {
    Work work = new Work(new ArrayList<>(), new ArrayList<>());
    for (int key = 0; key < KEYS; key++) {
      List<Change<Object[]>> before = new ArrayList<>();
      for (int version = 1; version <= versions; version++) {
        before.add(update(key, 10 * version));
      }
      work.stored().add(fold.fold(KeyHistory.unknown(), before, List.of()));
      Change<Object[]> change = update(key, at);
      work.changes()
          .add(
              List.of(
                  key % 5 == 0 ? new Change.Delete<>(change.position(), change.row()) : change));
    }
    return work;
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

  private static void measure(String what, Fold<Object[]> fold, Work work, double seconds) {
    long until = System.nanoTime() + (long) (seconds * 1e9);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    long count = 0;
    long kept = 0;
    while (System.nanoTime() < until) {
      for (int key = 0; key < KEYS; key++) {
        kept += fold.fold(work.stored().get(key), work.changes().get(key), List.of()).kept().size();
      }
      count += KEYS;
    }
    double took = (threads.getCurrentThreadCpuTime() - start) / 1e9;
    System.out.printf(
        "%-27s %,11.0f changes/s, %.1f parts a key%n", what, count / took, (double) kept / count);
  }
}
