package io.lakeward.samples.shop.workload;

import io.lakeward.samples.shop.workload.Population.Stock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What happens to the inventory and to the promotions. */
final class StockRoom {

  private final Random random;
  private final Values values;
  private final Rows rows;
  private final Population population;

  StockRoom(Random random, Values values, Rows rows, Population population) {
    this.random = random;
    this.values = values;
    this.rows = rows;
    this.population = population;
  }

  static Sql reserve(Stock stock, int quantity) {
    return Sql.of(
        "UPDATE inventory SET on_hand = on_hand - ?, reserved = reserved + ?"
            + " WHERE warehouse = ? AND sku = ?",
        quantity,
        quantity,
        stock.warehouse(),
        stock.sku());
  }

  Draft count() {
    Stock stock = population.inventory.draw(random);
    return new Draft("count stock")
        .sql(
            "UPDATE inventory SET on_hand = ?, counted_on = ?, checked_at = ?"
                + " WHERE warehouse = ? AND sku = ?",
            values.upTo(10_000),
            values.orNull(values::date),
            values.orNull(values::timestamp),
            stock.warehouse(),
            stock.sku());
  }

  Draft shift() {
    return new Draft("shift stock")
        .add(reserve(population.inventory.draw(random), values.upTo(9)))
        .add(reserve(population.inventory.draw(random), -values.upTo(9)));
  }

  /** Both parts of the key change. */
  Draft relocate() {
    Stock from = population.inventory.draw(random);
    Stock to = population.newStock(random);
    return new Draft("relocate stock")
        .sql(
            "UPDATE inventory SET warehouse = ?, sku = ? WHERE warehouse = ? AND sku = ?",
            to.warehouse(),
            to.sku(),
            from.warehouse(),
            from.sku())
        .then(
            () -> {
              population.inventory.remove(from);
              population.inventory.add(to);
            });
  }

  Draft promote() {
    String code = population.promotions.draw(random);
    return new Draft("change promotion")
        .sql(
            "UPDATE promotions SET percent = ?, terms = ? WHERE code = ?",
            values.amount(5, 2),
            values.orNull(values::json),
            code);
  }

  /** The table is emptied; half of the codes come back, and some new ones. */
  List<Sql> startSeason() {
    List<Sql> statements = new ArrayList<>();
    statements.add(Sql.of("TRUNCATE promotions"));
    for (String code : population.promotions.all()) {
      if (values.oneIn(2)) {
        statements.add(rows.promotion(code));
      } else {
        population.promotions.remove(code);
      }
    }
    String code = "PROMO-" + population.newNumber();
    population.promotions.add(code);
    statements.add(rows.promotion(code));
    return statements;
  }
}
