package io.lakeward.pipeline;

import java.time.Duration;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** A flow of a run. It stops alone when its table or source is broken. Used by one thread. */
interface RunningFlow {

  /** The full name of the flow's table, for people. */
  String table();

  /** Looks whether the source is there; a flow without it has failed. */
  void checkSource();

  /** Starts the flow unless it has failed; a flow that cannot start has. */
  void start(SparkSession session, RunMode mode, Duration trigger);

  /** Looks what became of the flow, and goes on where a fault that is not its own stopped it. */
  void look();

  /** Whether the flow still runs. */
  boolean isActive();

  /** Why the flow stopped; empty while it runs, or where it ended well. */
  Optional<Throwable> failure();

  /** Lets no further batch begin. */
  void prepareToStop();

  /**
   * Stops the flow between two batches; in the middle of one where that takes too long. Either way
   * nothing is lost: what is not committed is read again.
   */
  void stop();
}
