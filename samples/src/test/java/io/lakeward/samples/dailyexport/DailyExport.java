package io.lakeward.samples.dailyexport;

import java.time.LocalDate;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of the sample, as a function of a seed. */
final class DailyExport {

  private static final String HEADER = "sku,name,price,stock";

  private DailyExport() {}

  /** The texts of all files, by their paths in the sample. */
  static SortedMap<String, String> files(long seed) {
    SortedMap<LocalDate, List<Product>> exports = Catalogue.week(seed);
    SortedMap<String, String> files = new TreeMap<>();
    exports.forEach(
        (day, products) -> {
          String directory = "exports/day=" + day + "/";
          files.put(
              directory + "products.csv",
              lines(Stream.concat(Stream.of(HEADER), products.stream().map(Product::csv))));
          files.put(directory + "_SUCCESS", "");
        });
    files.put(
        "expected/products.jsonl",
        lines(exports.get(exports.lastKey()).stream().map(p -> "{" + p.json() + "}")));
    files.put(
        "expected/price_history.jsonl",
        lines(PriceHistory.of(exports).stream().map(PriceHistory.Offer::json)));
    return files;
  }

  private static String lines(Stream<String> lines) {
    return String.join("\n", lines.toList()) + "\n";
  }
}
