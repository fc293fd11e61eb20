package io.lakeward.pipeline;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.function.LongPredicate;

/**
 * Counts the calls to files and catalog, and lets some of them fail. Static, since Iceberg makes a
 * FileIO by the name of its class, and Spark hands copies of it to tasks.
 */
final class StorageFaults {

  /** A call that may fail. Of the calls for one open file the first write or read counts. */
  enum Call {
    CREATE,
    WRITE,
    CLOSE,
    READ,
    DELETE,
    REFRESH,
    /** The catalog says that somebody else was first, and nothing is committed. */
    COMMIT_REFUSED,
    /** Nothing is committed, and nobody knows. */
    COMMIT_LOST,
    /** All is committed, and the answer says that nobody knows. */
    COMMIT_UNKNOWN,
    /** All is committed, and the answer does not arrive. */
    COMMIT_UNANSWERED;

    /**
     * Whether a process that is killed here leaves something else behind than one that is killed at
     * the call before.
     */
    boolean leavesMore() {
      return !EnumSet.of(READ, REFRESH, COMMIT_LOST, COMMIT_UNANSWERED).contains(this);
    }
  }

  /** What is left of the storage after the call that fails. */
  enum Extent {
    /** The next calls go well: what was begun can be cleaned up. */
    ONE_CALL,
    /** No call goes well until the restart: the process was killed there. Counts what matters. */
    ALL_CALLS_AFTER
  }

  private static boolean armed;
  private static LongPredicate failing = call -> false;
  private static Extent extent = Extent.ONE_CALL;
  private static long calls;
  private static long fired;
  private static final Map<Call, Long> FIRED = new EnumMap<>(Call.class);

  private StorageFaults() {}

  /** Lets the nth call from now on fail, from 1. */
  static void failCall(long n, Extent howFar) {
    arm(call -> call == n, howFar);
  }

  /** Lets one of so many calls fail. */
  static void failOneIn(int calls, Random random) {
    arm(call -> random.nextInt(calls) == 0, Extent.ONE_CALL);
  }

  /** Lets no call fail any more, and tells how many did. */
  static synchronized long stop() {
    armed = false;
    return fired;
  }

  /** How many calls of each kind have failed, in all. */
  static synchronized Map<Call, Long> firedByCall() {
    return new EnumMap<>(FIRED);
  }

  /** The process is no more: nothing catches that, tries again, or cleans up. */
  static final class ProcessDied extends Error {
    ProcessDied(Call call) {
      super("killed at " + call);
    }
  }

  /**
   * Whether this call fails.
   *
   * @throws ProcessDied where the process is killed there
   */
  static synchronized boolean fails(Call call) {
    if (!armed) {
      return false;
    }
    boolean killed = extent == Extent.ALL_CALLS_AFTER;
    if (killed && fired > 0) {
      throw new ProcessDied(call);
    } else if ((killed && !call.leavesMore()) || !failing.test(++calls)) {
      return false;
    }
    fired++;
    FIRED.merge(call, 1L, Long::sum);
    if (killed) {
      throw new ProcessDied(call);
    }
    return true;
  }

  private static synchronized void arm(LongPredicate predicate, Extent howFar) {
    armed = true;
    failing = predicate;
    extent = howFar;
    calls = 0;
    fired = 0;
  }
}
