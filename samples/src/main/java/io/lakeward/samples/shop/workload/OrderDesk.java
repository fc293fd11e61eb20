package io.lakeward.samples.shop.workload;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** What happens to orders and their items. */
final class OrderDesk {

  private static final String DELETE_ITEM =
      "DELETE FROM order_items WHERE order_id = ? AND line = ?";

  private final Random random;
  private final Values values;
  private final Rows rows;
  private final Population population;

  OrderDesk(Random random, Values values, Rows rows, Population population) {
    this.random = random;
    this.values = values;
    this.rows = rows;
    this.population = population;
  }

  Draft place() {
    long id = population.newNumber();
    int lines = 1 + values.upTo(4);
    Draft draft = new Draft("place order").add(rows.order(id, population.customers.draw(random)));
    for (int line = 1; line <= lines; line++) {
      draft.add(rows.item(id, line, population.products.draw(random)));
    }
    return draft
        .add(StockRoom.reserve(population.inventory.draw(random), values.upTo(9)))
        .then(
            () -> {
              population.addOrder(id);
              for (int line = 1; line <= lines; line++) {
                population.lines(id).add(line);
              }
            });
  }

  Draft advance() {
    long id = population.orders.draw(random);
    Draft draft = new Draft("advance order");
    return switch (values.upTo(3)) {
      case 0 ->
          draft.sql(
              "UPDATE orders SET status = ?, paid_at = ? WHERE id = ?",
              values.oneOf(Rows.STATES),
              values.orNull(values::timestampWithZone),
              id);
      case 1 ->
          draft.sql(
              "UPDATE orders SET total = ?, exchange_rate = ?, parcels = ? WHERE id = ?",
              values.amount(14, 4),
              values.orNull(values::number),
              values.orNull(values::intArray),
              id);
      default ->
          draft
              .sql(
                  "UPDATE orders SET attributes = ?, vouchers = ? WHERE id = ?",
                  values.orNull(values::json),
                  values.orNull(values::textArray),
                  id)
              .sql(
                  "UPDATE orders SET deliver_after = ?, status = ? WHERE id = ?",
                  values.orNull(values::time),
                  values.oneOf(Rows.STATES),
                  id);
    };
  }

  Draft cancel() {
    long id = population.orders.draw(random);
    Draft draft = new Draft("cancel order");
    population.lines(id).forEach(line -> draft.sql(DELETE_ITEM, id, line));
    return draft.sql("DELETE FROM orders WHERE id = ?", id).then(() -> population.removeOrder(id));
  }

  /** Every item is deleted and inserted again, in one transaction. */
  Draft replaceItems() {
    long id = population.orders.draw(random);
    Draft draft = new Draft("replace items");
    List<Integer> lines = List.copyOf(population.lines(id));
    lines.forEach(line -> draft.sql(DELETE_ITEM, id, line));
    lines.forEach(line -> draft.add(rows.item(id, line, population.products.draw(random))));
    return draft.sql("UPDATE orders SET total = ? WHERE id = ?", values.amount(14, 4), id);
  }

  /** A part of a composite key changes. */
  Draft moveLine() {
    long id = population.orders.draw(random);
    TreeSet<Integer> lines = population.lines(id);
    if (lines.isEmpty()) {
      return advance();
    }
    int from = lines.last();
    int to = from + 1;
    return new Draft("move order line")
        .sql(
            "UPDATE order_items SET line = ?, quantity = ? WHERE order_id = ? AND line = ?",
            to,
            values.upTo(100),
            id,
            from)
        .then(
            () -> {
              lines.remove(from);
              lines.add(to);
            });
  }
}
