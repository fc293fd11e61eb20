package io.lakeward.samples.debezium;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.format.JsonByteArray;
import io.debezium.engine.format.KeyValueHeaderChangeEventFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Debezium's PostgreSQL connector, producing to Kafka until it is closed: JSON with embedded
 * schemas, key-change headers included. Nothing is lost: an error stops it, and {@link #check}
 * tells.
 */
public final class Feed implements AutoCloseable {

  private final DebeziumEngine<ChangeEvent<byte[], byte[]>> engine;
  private final KafkaDelivery delivery;
  private final FeedPosition position;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "feed"));
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean closing;

  private Feed(FeedSettings settings, Consumer<Delivery> listener) {
    position = new FeedPosition();
    delivery =
        new KafkaDelivery(
            settings.bootstrapServers(),
            delivered -> {
              listener.accept(delivered);
              position.advance(delivered.record(), settings.notifications());
            });
    engine =
        DebeziumEngine.create(
                KeyValueHeaderChangeEventFormat.of(
                    JsonByteArray.class, JsonByteArray.class, JsonByteArray.class))
            .using(settings.forDebezium())
            .using(this::stopped)
            .notifying(delivery)
            .build();
  }

  /**
   * Makes the topics and starts a feed into them.
   *
   * @param listener told of every record that the broker has acknowledged, in order, on the feed's
   *     thread
   */
  public static Feed start(FeedSettings settings, Consumer<Delivery> listener) throws IOException {
    Files.createDirectories(settings.directory());
    settings.createTopics();
    Feed feed = new Feed(settings, listener);
    feed.thread.execute(feed.engine);
    return feed;
  }

  private void stopped(boolean success, String message, Throwable error) {
    if (!closing) {
      failure.compareAndSet(
          null, error == null ? new IllegalStateException("Debezium stopped: " + message) : error);
    }
  }

  /** The highest position of the write-ahead log of which Kafka holds a change. */
  public long position() {
    return position.lsn();
  }

  /** Whether the initial snapshot is in Kafka as a whole. */
  public boolean isStreaming() {
    return position.streaming();
  }

  /** How many incremental snapshots of a table have been completed. */
  public int incrementalSnapshots() {
    return position.incrementalSnapshots();
  }

  /** Throws if the feed has failed. */
  public void check() {
    Throwable error = failure.get();
    if (error != null) {
      throw new IllegalStateException("The feed from PostgreSQL to Kafka has failed", error);
    }
  }

  /** Stops capturing. What was captured is in Kafka, its offsets are in the directory. */
  @Override
  public void close() throws IOException {
    closing = true;
    try {
      engine.close();
    } finally {
      thread.shutdownNow();
      delivery.close();
    }
  }
}
