package io.lakeward.samples.shop;

import io.lakeward.samples.debezium.Feed;
import io.lakeward.samples.kafka.Topics;
import io.lakeward.samples.shop.lake.Lake;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/** Waits until one side holds what the other has, as long as it comes nearer. */
final class CatchUp {

  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(5);
  private static final long PAUSE_MILLIS = 200;

  private final Feed feed;
  private final Ledger ledger;
  private final Supervisor supervisor;
  private final Progress progress;

  CatchUp(Feed feed, Ledger ledger, Supervisor supervisor, Progress progress) {
    this.feed = feed;
    this.ledger = ledger;
    this.supervisor = supervisor;
    this.progress = progress;
  }

  void check() {
    feed.check();
    supervisor.check();
  }

  /** Returns when the feed is so far. */
  void await(String what, BooleanSupplier reached) throws InterruptedException {
    long delivered = -1;
    long deadline = 0;
    while (!reached.getAsBoolean()) {
      check();
      if (ledger.total() > delivered) {
        delivered = ledger.total();
        deadline = System.nanoTime() + PATIENCE;
      } else if (System.nanoTime() > deadline) {
        throw new IllegalStateException("Waited in vain for " + what);
      }
      progress.update("waiting for %s; %,d records are in Kafka", what, delivered);
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** Returns when every table of the lake holds its topic up to the present end. */
  void awaitLake(Lake lake, Topics topics) throws InterruptedException {
    Map<TopicPartition, Long> ends = topics.endOffsets(ShopTable.topics());
    long least = Long.MAX_VALUE;
    long deadline = 0;
    while (true) {
      check();
      Map<TopicPartition, Long> lag = lag(lake, ends);
      if (lag.isEmpty()) {
        return;
      }
      long records = lag.values().stream().mapToLong(Long::longValue).sum();
      if (records < least) {
        least = records;
        deadline = System.nanoTime() + PATIENCE;
      } else if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "The lake comes no nearer; records that it lacks, by partition: " + lag);
      }
      progress.update("the lake is %,d records behind Kafka", records);
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** How many records of these the lake lacks, by partition; what it has is left out. */
  private static Map<TopicPartition, Long> lag(Lake lake, Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> reached = new HashMap<>();
    for (ShopTable table : ShopTable.values()) {
      reached.putAll(lake.offsets(table.table()));
    }
    Map<TopicPartition, Long> lag = new HashMap<>();
    ends.forEach(
        (partition, end) -> {
          long missing = end - reached.getOrDefault(partition, 0L);
          if (missing > 0) {
            lag.put(partition, missing);
          }
        });
    return lag;
  }
}
