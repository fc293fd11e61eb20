package io.lakeward.samples.shop.workload;

import java.util.List;
import java.util.Random;

/**
 * What happens to products. Most of it leaves the manual alone, which then is not in the change
 * event, under whatever key the row goes on.
 */
final class Catalogue {

  private static final String RENAME = "UPDATE products SET sku = ? WHERE sku = ?";
  private static final String REPRICE =
      "UPDATE products SET price = ?, changed_at = ? WHERE sku = ?";

  private final Random random;
  private final Values values;
  private final Rows rows;
  private final Population population;
  private boolean warranting;

  Catalogue(Random random, Values values, Rows rows, Population population) {
    this.random = random;
    this.values = values;
    this.rows = rows;
    this.population = population;
  }

  /** Adds columns to the table with the long texts. */
  List<Sql> startWarranting() {
    warranting = true;
    return List.of(
        Sql.of("ALTER TABLE products ADD COLUMN warranty_months numeric(4, 1) DEFAULT 24.0"),
        Sql.of("ALTER TABLE products ADD COLUMN listed boolean NOT NULL DEFAULT true"));
  }

  Draft reprice() {
    String sku = population.products.draw(random);
    Draft draft = new Draft("reprice product");
    if (warranting && values.oneIn(3)) {
      return draft.sql(
          "UPDATE products SET warranty_months = ?, listed = ? WHERE sku = ?",
          values.orNull(() -> values.amount(4, 1)),
          values.oneIn(2),
          sku);
    }
    return draft.add(reprice(sku));
  }

  private Sql reprice(String sku) {
    return Sql.of(REPRICE, values.amount(10, 2), values.timestamp(), sku);
  }

  Draft rewrite() {
    return new Draft("rewrite manual")
        .sql(
            "UPDATE products SET manual = ? WHERE sku = ?",
            rows.manual(),
            population.products.draw(random));
  }

  Draft introduce() {
    String sku = population.newSku();
    return new Draft("introduce product")
        .add(rows.product(sku))
        .then(() -> population.products.add(sku));
  }

  Draft discontinue() {
    String sku = population.products.draw(random);
    return new Draft("discontinue product")
        .sql("DELETE FROM products WHERE sku = ?", sku)
        .then(() -> population.products.remove(sku));
  }

  /** Delete and insert of one key in one transaction. */
  Draft replace() {
    String sku = population.products.draw(random);
    return new Draft("replace product")
        .sql("DELETE FROM products WHERE sku = ?", sku)
        .add(rows.product(sku));
  }

  /** The key changes, the long text moves along unseen. */
  Draft rename() {
    String old = population.products.draw(random);
    String sku = population.newSku();
    return new Draft("rename product")
        .sql(RENAME, sku, old)
        .then(
            () -> {
              population.products.remove(old);
              population.products.add(sku);
            });
  }

  /** Two key changes of one row in one transaction, then an update under the last. */
  Draft renameTwice() {
    String first = population.products.draw(random);
    String second = population.newSku();
    String third = population.newSku();
    return new Draft("rename product twice")
        .sql(RENAME, second, first)
        .sql(RENAME, third, second)
        .add(reprice(third))
        .then(
            () -> {
              population.products.remove(first);
              population.products.add(third);
            });
  }

  /** Two rows trade their keys, and so their long texts. */
  Draft swap() {
    String one = population.products.draw(random);
    String other = population.products.draw(random);
    String aside = population.newSku();
    if (one.equals(other)) {
      return rename();
    }
    return new Draft("swap products")
        .sql(RENAME, aside, one)
        .sql(RENAME, one, other)
        .sql(RENAME, other, aside);
  }

  /**
   * Changes of so many products each of which nobody else touches until the transaction ends: the
   * keys leave the population at once and come back, as they are then, with {@link Held#release}.
   */
  Held hold(int count) {
    Held held = new Held(population);
    for (int i = 0; i < count; i++) {
      String sku = population.products.draw(random);
      population.products.remove(sku);
      switch (i % 4) {
        case 0 -> {
          String renamed = population.newSku();
          held.add(Sql.of(RENAME, renamed, sku), renamed);
        }
        case 1 -> held.add(Sql.of("DELETE FROM products WHERE sku = ?", sku));
        default -> held.add(reprice(sku), sku);
      }
    }
    return held;
  }
}
