package io.lakeward.samples.shop.workload;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/** Which rows the shop has, by their keys: what the next transaction can work on. */
final class Population {

  /** A place in a warehouse. */
  record Stock(String warehouse, String sku) {}

  final Keys<Long> customers = new Keys<>();
  final Keys<String> products = new Keys<>();
  final Keys<Long> orders = new Keys<>();
  final Map<Long, TreeSet<Integer>> lines = new HashMap<>();
  final Keys<Stock> inventory = new Keys<>();
  final Keys<String> promotions = new Keys<>();

  private long lastNumber;

  /** A number that no key has had. */
  long newNumber() {
    return ++lastNumber;
  }

  /** An article number that no product has had. */
  String newSku() {
    return "SKU-%07d".formatted(newNumber());
  }

  /** A place in a warehouse that is still empty. */
  Stock newStock(Random random) {
    Stock stock;
    do {
      String warehouse = Rows.WAREHOUSES.get(random.nextInt(Rows.WAREHOUSES.size()));
      stock = new Stock(warehouse, products.draw(random));
    } while (inventory.contains(stock));
    return stock;
  }

  void addOrder(long id) {
    orders.add(id);
    lines.put(id, new TreeSet<>());
  }

  void removeOrder(long id) {
    orders.remove(id);
    lines.remove(id);
  }

  TreeSet<Integer> lines(long order) {
    return lines.get(order);
  }
}
