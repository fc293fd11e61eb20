package io.lakeward.samples.shop.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * A transaction in the making: its statements, and what they change in the population once it has
 * been committed. A rollback leaves the population as it was.
 */
final class Draft {

  private final String kind;
  private final List<Sql> statements = new ArrayList<>();
  private final List<Runnable> effects = new ArrayList<>();

  Draft(String kind) {
    this.kind = kind;
  }

  Draft sql(String text, Object... parameters) {
    return add(Sql.of(text, parameters));
  }

  Draft add(Sql statement) {
    statements.add(statement);
    return this;
  }

  Draft then(Runnable effect) {
    effects.add(effect);
    return this;
  }

  Transaction commit() {
    effects.forEach(Runnable::run);
    return new Transaction(kind, statements, Transaction.Ending.COMMIT);
  }

  Transaction rollback() {
    return new Transaction(kind, statements, Transaction.Ending.ROLLBACK);
  }
}
