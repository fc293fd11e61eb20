package io.lakeward.samples.dailyexport;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The history that must come of exports: a row for each offer, from its first day to its end. */
final class PriceHistory {

  /**
   * An offer.
   *
   * @param product as the last export of the offer had it
   * @param end the day of the first export without it; empty while it stands
   */
  record Offer(Product product, LocalDate start, Optional<LocalDate> end) {
    /** The offer as {@code query} prints it. */
    String json() {
      return "{%s,\"__START_AT\":\"%s\",\"__END_AT\":%s}"
          .formatted(product.json(), start, end.map(day -> "\"" + day + "\"").orElse("null"));
    }
  }

  private final SortedMap<String, List<Offer>> offers = new TreeMap<>();

  private PriceHistory() {}

  /** All offers by product, those of one in their order. */
  static List<Offer> of(SortedMap<LocalDate, List<Product>> exports) {
    PriceHistory history = new PriceHistory();
    exports.forEach(history::add);
    return history.offers.values().stream().flatMap(List::stream).toList();
  }

  private void add(LocalDate day, List<Product> export) {
    SortedMap<String, Product> present = new TreeMap<>();
    export.forEach(product -> present.put(product.sku(), product));
    offers.forEach((sku, known) -> goOn(known, day, Optional.ofNullable(present.get(sku))));
    for (Map.Entry<String, Product> entry : present.entrySet()) {
      List<Offer> known = offers.computeIfAbsent(entry.getKey(), sku -> new ArrayList<>());
      if (known.isEmpty() || last(known).end().isPresent()) {
        known.add(new Offer(entry.getValue(), day, Optional.empty()));
      }
    }
  }

  /** Lets the open offer of a product stand as the product is now, or ends it. */
  private static void goOn(List<Offer> known, LocalDate day, Optional<Product> now) {
    Offer last = last(known);
    if (last.end().isPresent()) {
      return;
    }
    Offer next =
        now.filter(last.product()::isSameOffer)
            .map(product -> new Offer(product, last.start(), Optional.empty()))
            .orElseGet(() -> new Offer(last.product(), last.start(), Optional.of(day)));
    known.set(known.size() - 1, next);
  }

  private static Offer last(List<Offer> known) {
    return known.get(known.size() - 1);
  }
}
