package io.lakeward.samples.shop.workload;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** What happens to customers. */
final class CustomerDesk {

  private static final List<String> CHANNELS = List.of("web", "phone", "shop");

  private final Random random;
  private final Values values;
  private final Rows rows;
  private final Population population;
  private final Deque<Long> freed = new ArrayDeque<>();
  private boolean rewarding;

  CustomerDesk(Random random, Values values, Rows rows, Population population) {
    this.random = random;
    this.values = values;
    this.rows = rows;
    this.population = population;
  }

  /** Adds columns whose defaults show in rows that nobody touches. */
  List<Sql> startRewarding() {
    rewarding = true;
    return List.of(
        Sql.of("ALTER TABLE customers ADD COLUMN points integer NOT NULL DEFAULT 100"),
        Sql.of("ALTER TABLE customers ADD COLUMN channel text DEFAULT 'web'"));
  }

  /** A new customer, sometimes under a number that another one gave up. */
  Draft register() {
    boolean again = !freed.isEmpty() && values.oneIn(2);
    long id = again ? freed.getFirst() : population.newNumber();
    return new Draft("register customer")
        .add(rows.customer(id))
        .then(
            () -> {
              if (again) {
                freed.removeFirst();
              }
              population.customers.add(id);
            });
  }

  Draft edit() {
    long id = population.customers.draw(random);
    Draft draft = new Draft("edit customer");
    if (rewarding && values.oneIn(2)) {
      // A null in a column with a default is a null, not the default.
      return draft.sql(
          "UPDATE customers SET points = ?, channel = ? WHERE id = ?",
          values.upTo(1000),
          values.orNull(() -> values.oneOf(CHANNELS)),
          id);
    }
    return switch (values.upTo(4)) {
      case 0 -> draft.sql("UPDATE customers SET name = ? WHERE id = ?", values.words(), id);
      case 1 ->
          draft.sql(
              "UPDATE customers SET tier = ?, credit_limit = ? WHERE id = ?",
              values.oneOf(Rows.TIERS),
              values.orNull(() -> values.amount(12, 2)),
              id);
      case 2 ->
          draft.sql(
              "UPDATE customers SET preferences = ?, rating = ? WHERE id = ?",
              values.orNull(values::json),
              values.orNull(() -> (float) values.measure()),
              id);
      default ->
          draft
              .sql("UPDATE customers SET active = NOT active WHERE id = ?", id)
              .sql("UPDATE customers SET born = ? WHERE id = ?", values.date(), id);
    };
  }

  Draft renumber() {
    long id = population.customers.draw(random);
    long next = population.newNumber();
    return new Draft("renumber customer")
        .sql("UPDATE customers SET id = ? WHERE id = ?", next, id)
        .sql("UPDATE customers SET active = true WHERE id = ?", next)
        .then(
            () -> {
              population.customers.remove(id);
              population.customers.add(next);
              freed.addLast(id);
            });
  }

  /** Delete and insert of one key in one transaction. */
  Draft reopen() {
    long id = population.customers.draw(random);
    return new Draft("reopen customer")
        .sql("DELETE FROM customers WHERE id = ?", id)
        .add(rows.customer(id));
  }

  Draft close() {
    long id = population.customers.draw(random);
    return new Draft("close customer")
        .sql("DELETE FROM customers WHERE id = ?", id)
        .then(
            () -> {
              population.customers.remove(id);
              freed.addLast(id);
            });
  }

  /** A row that is never seen outside its transaction. */
  Draft comeAndGo() {
    long id = population.newNumber();
    return new Draft("customer comes and goes")
        .add(rows.customer(id))
        .sql("UPDATE customers SET name = ? WHERE id = ?", values.words(), id)
        .sql("DELETE FROM customers WHERE id = ?", id);
  }
}
