package io.lakeward.samples.orderslive;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * The log of an evening's orders, in the order in which a broker got it: most events come at once,
 * some late, some a second time.
 */
final class OrderLog {

  static final int PARTITIONS = 4;

  private static final Instant EVENING = Instant.parse("2026-03-06T16:30:00Z");
  private static final Duration EVENING_LASTS = Duration.ofHours(4);
  private static final int LATE_PERCENT = 3;
  private static final int TWICE_PERCENT = 3;

  private final Random random;
  private final List<Arrival> arrivals = new ArrayList<>();

  private OrderLog(Random random) {
    this.random = random;
  }

  /** An event and when it came. */
  private record Arrival(Instant time, Event event) {}

  /** The log of so many orders. The same arguments give the same log. */
  static List<LogRecord> of(int orders, long seed) {
    OrderLog log = new OrderLog(new Random(seed));
    long microsBetween = EVENING_LASTS.toNanos() / 1_000 / orders;
    for (int i = 0; i < orders; i++) {
      Instant begin = EVENING.plus(Moments.micros(i * microsBetween));
      new OrderLife(log.random, "A%06d".formatted(i + 1), begin).live().forEach(log::send);
    }
    return log.records();
  }

  private void send(Event event) {
    Instant arrival = event.time().plus(between(20, 400));
    if (random.nextInt(100) < LATE_PERCENT) {
      arrival = arrival.plus(between(120_000, 10_800_000));
    }
    arrivals.add(new Arrival(arrival, event));
    if (random.nextInt(100) < TWICE_PERCENT) {
      // A producer that saw no answer sends again at once; one that starts anew, much later.
      Duration later = random.nextBoolean() ? between(100, 2_000) : between(60_000, 7_200_000);
      arrivals.add(new Arrival(arrival.plus(later), event));
    }
  }

  private Duration between(int leastMillis, int mostMillis) {
    return Duration.ofMillis(leastMillis + random.nextInt(mostMillis - leastMillis + 1));
  }

  private List<LogRecord> records() {
    arrivals.sort(Comparator.comparing(Arrival::time));
    long[] next = new long[PARTITIONS];
    List<LogRecord> records = new ArrayList<>(arrivals.size());
    for (Arrival arrival : arrivals) {
      String key = arrival.event().orderId();
      int partition = Math.floorMod(key.hashCode(), PARTITIONS);
      records.add(
          new LogRecord(
              partition,
              next[partition]++,
              arrival.time().toEpochMilli(),
              key,
              arrival.event().payload()));
    }
    return records;
  }
}
