package io.lakeward.samples.shop.workload;

import java.util.List;

/**
 * A step that is more than a transaction.
 *
 * @param event what happens
 * @param statements what it does in the database, in one transaction
 */
public record Milestone(Event event, List<Sql> statements) implements Step {

  /** What can happen. */
  public enum Event {
    /** Columns with defaults are added; rows that nobody touches show the default too. */
    ALTER_TABLE,
    /** A transaction does its work and stays open while an incremental snapshot is taken. */
    HOLD_TRANSACTION,
    /** The transaction that was held open is committed. */
    COMMIT_HELD,
    /** The connector is to be killed. */
    KILL_CONNECTOR,
    /** A table is emptied, and filled anew in the same transaction. */
    TRUNCATE
  }

  public Milestone {
    statements = List.copyOf(statements);
  }
}
