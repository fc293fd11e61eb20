package io.lakeward.samples.dailyexport;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.samples.shop.connector.Launcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The committed files are those that the program makes. {@code mvn -pl samples test
 * -Dtest=DailyExportTest -Dlakeward.reference=write} writes them anew.
 */
class DailyExportTest {

  private static final long SEED = 4;

  private static final LocalDate FIRST = LocalDate.of(2026, 1, 30);
  private static final LocalDate SECOND = LocalDate.of(2026, 1, 31);
  private static final LocalDate THIRD = LocalDate.of(2026, 2, 2);

  @Test
  void theFilesAreThoseThatAreMadeHere() throws IOException {
    Path sample = Launcher.find().resolveSibling("samples/daily-export");
    SortedMap<String, String> made = DailyExport.files(SEED);
    if ("write".equals(System.getProperty("lakeward.reference"))) {
      for (String name : made.keySet()) {
        Path file = sample.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, made.get(name));
      }
    }
    assertThat(committed(sample)).isEqualTo(made);
  }

  @Test
  void theWeekHasAllThatTheReadmeTells() {
    List<String> history =
        DailyExport.files(SEED).get("expected/price_history.jsonl").lines().toList();
    assertThat(history)
        .anySatisfy(row -> assertThat(row).contains("Lapsang\"", "\"__END_AT\":\"2026-03-06\""))
        .anySatisfy(
            row -> assertThat(row).contains("Lapsang Souchong", "\"__START_AT\":\"2026-03-06\""))
        .anySatisfy(row -> assertThat(row).contains("T-04", "\"__END_AT\":\"2026-03-04\""))
        .anySatisfy(row -> assertThat(row).contains("T-04", "\"__START_AT\":\"2026-03-07\""))
        .anySatisfy(row -> assertThat(row).contains("\"stock\":null"))
        .noneSatisfy(row -> assertThat(row).contains("2026-03-05"))
        .noneSatisfy(row -> assertThat(row).contains("2026-03-08"));
  }

  @Test
  void anotherStockIsTheSameOffer() {
    assertThat(history(List.of(tea("4.00", 1)), List.of(tea("4.00", 2))))
        .containsExactly("4.00 2 2026-01-30 -");
  }

  @Test
  void anotherPriceEndsAnOfferAndBeginsOne() {
    assertThat(history(List.of(tea("4.00", 1)), List.of(tea("4.00", 2)), List.of(tea("5.00", 2))))
        .containsExactly("4.00 2 2026-01-30 2026-02-02", "5.00 2 2026-02-02 -");
  }

  @Test
  void whatComesBackBeginsANewOffer() {
    assertThat(history(List.of(tea("4.00", 1)), List.of(), List.of(tea("4.00", 1))))
        .containsExactly("4.00 1 2026-01-30 2026-01-31", "4.00 1 2026-02-02 -");
  }

  @SafeVarargs
  private static List<String> history(List<Product>... exports) {
    SortedMap<LocalDate, List<Product>> byDay = new TreeMap<>();
    List<LocalDate> days = List.of(FIRST, SECOND, THIRD);
    for (int i = 0; i < exports.length; i++) {
      byDay.put(days.get(i), exports[i]);
    }
    return PriceHistory.of(byDay).stream()
        .map(
            offer ->
                "%s %s %s %s"
                    .formatted(
                        offer.product().price(),
                        offer.product().stock().getAsInt(),
                        offer.start(),
                        offer.end().map(LocalDate::toString).orElse("-")))
        .toList();
  }

  private static Product tea(String price, int stock) {
    return new Product("T-1", "Tea", new BigDecimal(price), OptionalInt.of(stock));
  }

  private static SortedMap<String, String> committed(Path sample) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    for (String directory : List.of("exports", "expected")) {
      try (Stream<Path> found = Files.walk(sample.resolve(directory))) {
        found
            .filter(Files::isRegularFile)
            .forEach(file -> files.put(sample.relativize(file).toString(), text(file)));
      }
    }
    return files;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
