package io.lakeward.samples.dailyexport;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.OptionalInt;

/**
 * A product as an export has it.
 *
 * @param stock how many are there; empty where nobody counted
 */
record Product(String sku, String name, BigDecimal price, OptionalInt stock) {
  Product {
    requireNonNull(sku, "sku");
    requireNonNull(name, "name");
    requireNonNull(price, "price");
    requireNonNull(stock, "stock");
  }

  /** Whether the history goes on without a new row. */
  boolean isSameOffer(Product other) {
    return name.equals(other.name) && price.equals(other.price);
  }

  Product priced(BigDecimal newPrice) {
    return new Product(sku, name, newPrice, stock);
  }

  Product named(String newName) {
    return new Product(sku, newName, price, stock);
  }

  Product stocked(OptionalInt newStock) {
    return new Product(sku, name, price, newStock);
  }

  /** The product as a line of CSV; a name with a comma stands in quotes. */
  String csv() {
    String quoted = name.contains(",") ? '"' + name + '"' : name;
    return sku + "," + quoted + "," + price + "," + (stock.isPresent() ? stock.getAsInt() : "");
  }

  /** The fields of a line of JSON, as {@code query} prints them. */
  String json() {
    return "\"sku\":\"%s\",\"name\":\"%s\",\"price\":%s,\"stock\":%s"
        .formatted(sku, name, price, stock.isPresent() ? stock.getAsInt() : "null");
  }
}
