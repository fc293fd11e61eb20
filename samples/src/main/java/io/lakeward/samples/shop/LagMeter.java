package io.lakeward.samples.shop;

import io.lakeward.samples.shop.lake.Lake;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Measures now and then how far the lake is behind the feed, beside everything else. */
final class LagMeter implements AutoCloseable {

  private final Ledger ledger;
  private final Lake lake;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "lag-meter");
            made.setDaemon(true);
            return made;
          });
  private volatile long records;

  private LagMeter(Ledger ledger, Lake lake) {
    this.ledger = ledger;
    this.lake = lake;
  }

  static LagMeter start(Ledger ledger, Lake lake) {
    LagMeter meter = new LagMeter(ledger, lake);
    meter.thread.scheduleWithFixedDelay(meter::measure, 1, 1, TimeUnit.SECONDS);
    return meter;
  }

  private void measure() {
    long delivered = ledger.total();
    long reached = 0;
    for (ShopTable table : ShopTable.values()) {
      reached += lake.offsets(table.table()).values().stream().mapToLong(Long::longValue).sum();
    }
    // Each topic begins at offset 0, so offsets are numbers of records.
    records = Math.max(0, delivered - reached);
  }

  /** The records that Kafka had and the lake had not, at the last look. */
  long records() {
    return records;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
