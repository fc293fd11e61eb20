package io.lakeward.samples.shop.workload;

import java.util.ArrayList;
import java.util.List;

/** A transaction that stays open for a while, and the products that come back when it ends. */
final class Held {

  private final Population population;
  private final List<Sql> statements = new ArrayList<>();
  private final List<String> products = new ArrayList<>();

  Held(Population population) {
    this.population = population;
  }

  void add(Sql statement) {
    statements.add(statement);
  }

  void add(Sql statement, String product) {
    statements.add(statement);
    products.add(product);
  }

  List<Sql> statements() {
    return statements;
  }

  void release() {
    products.forEach(population.products::add);
  }
}
