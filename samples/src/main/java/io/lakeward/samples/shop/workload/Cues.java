package io.lakeward.samples.shop.workload;

/** What a performance asks of the world around the database. */
public interface Cues {

  /** Throws if something around has failed, so that the performance need not go on. */
  void check();

  /** Returns when the incremental snapshot that was asked for is complete. */
  void awaitSnapshot() throws InterruptedException;

  /** It is time to kill the connector. Returns at once. */
  void killConnector();

  /** So many changes have been made so far. */
  void progress(long changes);
}
