package io.lakeward.samples.shop.workload;

import java.util.List;

/**
 * A transaction of the shop.
 *
 * @param kind what it is about
 * @param statements what it does, in this order
 * @param ending how it ends
 */
public record Transaction(String kind, List<Sql> statements, Ending ending) implements Step {

  /** The ways in which a transaction ends. */
  public enum Ending {
    COMMIT,
    ROLLBACK
  }

  public Transaction {
    statements = List.copyOf(statements);
  }

  /** How many row changes it makes visible. */
  public int changes() {
    return ending == Ending.COMMIT ? statements.size() : 0;
  }
}
