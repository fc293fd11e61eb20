package io.lakeward.samples.debezium;

import io.lakeward.samples.kafka.Topics;
import io.lakeward.samples.postgres.Postgres;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What a feed captures and where it puts it.
 *
 * @param postgres the server to capture
 * @param bootstrapServers the broker to produce to
 * @param prefix the start of every topic's name: {@code prefix.schema.table}
 * @param partitions the captured tables as {@code schema.table}, with the number of partitions that
 *     the topic of each gets
 * @param signals the table for Debezium's signals, as {@code schema.table}
 * @param directory where Debezium keeps its offsets
 */
public record FeedSettings(
    Postgres postgres,
    String bootstrapServers,
    String prefix,
    Map<String, Integer> partitions,
    String signals,
    Path directory) {

  public FeedSettings {
    partitions = new TreeMap<>(partitions);
  }

  /** The topic of a table. */
  public String topic(String table) {
    return prefix + "." + table;
  }

  /** The topic in which Debezium tells about its snapshots. */
  String notifications() {
    return EngineSettings.notifications(prefix);
  }

  void createTopics() {
    try (Topics topics = new Topics(bootstrapServers)) {
      partitions.forEach((table, count) -> topics.create(topic(table), count));
      topics.create(topic(signals), 1);
      topics.create(notifications(), 1);
    }
  }

  Properties forDebezium() {
    return PostgresSettings.of(postgres, prefix, partitions.keySet(), signals, directory);
  }
}
