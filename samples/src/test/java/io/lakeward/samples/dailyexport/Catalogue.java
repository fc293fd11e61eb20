package io.lakeward.samples.dailyexport;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A week of a shop's products, day by day, as a function of a seed: stocks move, prices change, a
 * product leaves and comes back. On Sunday nothing changes; on Thursday nobody exports.
 */
final class Catalogue {

  private static final LocalDate MONDAY = LocalDate.of(2026, 3, 2);
  private static final LocalDate THURSDAY = MONDAY.plusDays(3);
  private static final LocalDate SUNDAY = MONDAY.plusDays(6);
  private static final int DAYS = 8;
  private static final List<String> NAMES =
      List.of(
          "Assam",
          "Ceylon",
          "Darjeeling, first flush",
          "Earl Grey",
          "Genmaicha",
          "Jasmine",
          "Keemun",
          "Lapsang",
          "Oolong",
          "Rooibos",
          "Sencha",
          "Yerba");
  private static final String LEAVES = "T-04";
  private static final String BEGINS = "T-12";

  private final Random random;
  private final SortedMap<String, Product> products = new TreeMap<>();

  private Catalogue(long seed) {
    this.random = new Random(seed);
  }

  /** The exports of a week and the Monday after it. */
  static SortedMap<LocalDate, List<Product>> week(long seed) {
    Catalogue catalogue = new Catalogue(seed);
    catalogue.open();
    SortedMap<LocalDate, List<Product>> exports = new TreeMap<>();
    for (int day = 0; day < DAYS; day++) {
      LocalDate date = MONDAY.plusDays(day);
      if (day > 0 && !date.equals(SUNDAY)) {
        catalogue.trade(day);
      }
      if (!date.equals(THURSDAY)) {
        exports.put(date, new ArrayList<>(catalogue.products.values()));
      }
    }
    return exports;
  }

  private void open() {
    for (int i = 0; i < NAMES.size() - 1; i++) {
      String sku = "T-%02d".formatted(i + 1);
      products.put(sku, new Product(sku, NAMES.get(i), price(), stock()));
    }
  }

  /** A day's trade: what happens on which day is settled, to which products is random. */
  private void trade(int day) {
    products.replaceAll(
        (sku, product) -> random.nextInt(3) == 0 ? product.stocked(stock()) : product);
    products.replaceAll(
        (sku, product) -> random.nextInt(6) == 0 ? product.priced(price()) : product);
    if (day == 1) {
      products.put(BEGINS, new Product(BEGINS, NAMES.get(NAMES.size() - 1), price(), stock()));
    } else if (day == 2) {
      products.remove(LEAVES);
    } else if (day == 4) {
      products.replace("T-08", products.get("T-08").named("Lapsang Souchong"));
    } else if (day == 5) {
      products.put(LEAVES, new Product(LEAVES, NAMES.get(3), price(), stock()));
    }
  }

  private BigDecimal price() {
    return BigDecimal.valueOf(300 + 10L * random.nextInt(90), 2);
  }

  private OptionalInt stock() {
    int stock = random.nextInt(60);
    return stock < 5 ? OptionalInt.empty() : OptionalInt.of(stock);
  }
}
