package io.lakeward.samples.shop.workload;

import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The rows with which the shop opens: about 100,000. */
final class Opening {

  private static final int CUSTOMERS = 20_000;
  private static final int PRODUCTS = 3_000;
  private static final int ORDERS = 30_000;
  private static final int ITEMS = 40_000;
  private static final int STOCKS = 6_800;
  static final int PROMOTIONS = 200;

  /** How many rows {@link #rows} hands out. */
  static final int SIZE = CUSTOMERS + PRODUCTS + ORDERS + ITEMS + STOCKS + PROMOTIONS;

  private final Random random;
  private final Rows rows;
  private final Population population;

  Opening(Random random, Rows rows, Population population) {
    this.random = random;
    this.rows = rows;
    this.population = population;
  }

  /** Hands out every row, table by table. */
  void rows(Consumer<Sql> sink) {
    repeat(CUSTOMERS, () -> sink.accept(customer()));
    repeat(PRODUCTS, () -> sink.accept(product()));
    repeat(ORDERS, () -> sink.accept(order()));
    repeat(ITEMS, () -> sink.accept(item()));
    repeat(STOCKS, () -> sink.accept(stock()));
    repeat(PROMOTIONS, () -> sink.accept(promotion()));
  }

  private static void repeat(int times, Runnable action) {
    IntStream.range(0, times).forEach(i -> action.run());
  }

  private Sql customer() {
    long id = population.newNumber();
    population.customers.add(id);
    return rows.customer(id);
  }

  private Sql product() {
    String sku = population.newSku();
    population.products.add(sku);
    return rows.product(sku);
  }

  private Sql order() {
    long id = population.newNumber();
    population.addOrder(id);
    return rows.order(id, population.customers.draw(random));
  }

  private Sql item() {
    long order = population.orders.draw(random);
    int line = population.lines(order).size() + 1;
    population.lines(order).add(line);
    return rows.item(order, line, population.products.draw(random));
  }

  private Sql stock() {
    Population.Stock stock = population.newStock(random);
    population.inventory.add(stock);
    return rows.stock(stock);
  }

  private Sql promotion() {
    String code = "PROMO-" + population.newNumber();
    population.promotions.add(code);
    return rows.promotion(code);
  }
}
