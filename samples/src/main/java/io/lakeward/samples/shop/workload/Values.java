package io.lakeward.samples.shop.workload;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Values for the shop's columns, in the text form that PostgreSQL reads. They reach for the corners
 * of their types: signs, zeros, long fractions, characters beyond ASCII, nulls inside arrays.
 */
final class Values {

  private static final String SYMBOLS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  private static final List<String> WORDS =
      List.of(
          "lamp",
          "käse",
          "box",
          "żółw",
          "\"quoted\"",
          "back\\slash",
          "two words",
          "tab\there",
          "数",
          "😀",
          "o'clock",
          "{brace}",
          "comma,",
          "null",
          "");
  private static final LocalDateTime EPOCH = LocalDateTime.of(2019, 1, 1, 0, 0);

  private final Random random;

  Values(Random random) {
    this.random = random;
  }

  /** True once in so many times. */
  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  /** The value, or sometimes null. */
  <T> T orNull(Supplier<T> value) {
    return oneIn(8) ? null : value.get();
  }

  int upTo(int bound) {
    return random.nextInt(bound);
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  String word() {
    return oneOf(WORDS);
  }

  String words() {
    return IntStream.rangeClosed(0, upTo(4)).mapToObj(i -> word()).collect(Collectors.joining(" "));
  }

  /** Characters that do not compress, so that a few thousand of them are stored out of line. */
  String noise(int length) {
    StringBuilder text = new StringBuilder(length);
    long bits = 0;
    for (int i = 0; i < length; i++) {
      // Ten symbols of six bits from each random number: there are many to make.
      bits = i % 10 == 0 ? random.nextLong() : bits >>> 6;
      text.append(SYMBOLS.charAt((int) (bits & 63)));
    }
    return text.toString();
  }

  /** A number of at most so many digits, of which so many are behind the point. */
  BigDecimal amount(int digits, int scale) {
    long unscaled = random.nextLong() % (long) Math.pow(10, 1 + random.nextInt(digits));
    return BigDecimal.valueOf(unscaled, scale);
  }

  /** A number of any size and scale. */
  BigDecimal number() {
    return new BigDecimal(new BigInteger(1 + upTo(120), random), upTo(25))
        .multiply(BigDecimal.valueOf(oneIn(2) ? 1 : -1));
  }

  double measure() {
    return oneIn(10) ? 0 : random.nextGaussian() * Math.pow(10, upTo(12) - 6);
  }

  String date() {
    return LocalDate.of(1900, 1, 1).plusDays(upTo(60_000)).toString();
  }

  String time() {
    return LocalTime.ofNanoOfDay(1000 * (long) (random.nextDouble() * 86_400_000_000L)).toString();
  }

  String timestamp() {
    return moment().toString();
  }

  String timestampWithZone() {
    return moment().atOffset(ZoneOffset.ofHours(upTo(25) - 12)).toString();
  }

  private LocalDateTime moment() {
    LocalDateTime moment =
        EPOCH.plusSeconds(upTo(250_000_000)).plus(upTo(1_000_000), ChronoUnit.MICROS);
    return oneIn(5) ? moment.truncatedTo(ChronoUnit.SECONDS) : moment;
  }

  String uuid() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  String binary() {
    byte[] bytes = new byte[upTo(48)];
    random.nextBytes(bytes);
    return "\\x" + HexFormat.of().formatHex(bytes);
  }

  String json() {
    return "{\"b\": %s, \"a\": {\"deep\": [%d, null, true]}, \"text\": \"%s\", \"n\": %s}"
        .formatted(
            upTo(1000),
            upTo(9),
            word().replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t"),
            amount(12, 3).toPlainString());
  }

  String textArray() {
    return array(
        () -> orNull(() -> '"' + word().replace("\\", "\\\\").replace("\"", "\\\"") + '"'));
  }

  String intArray() {
    return array(() -> orNull(() -> Integer.toString(random.nextInt())));
  }

  private String array(Supplier<String> element) {
    return IntStream.range(0, upTo(5))
        .mapToObj(i -> String.valueOf(element.get()))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
