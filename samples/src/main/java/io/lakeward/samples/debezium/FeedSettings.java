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
    return prefix + ".notifications";
  }

  void createTopics() {
    try (Topics topics = new Topics(bootstrapServers)) {
      partitions.forEach((table, count) -> topics.create(topic(table), count));
      topics.create(topic(signals), 1);
      topics.create(notifications(), 1);
    }
  }

  Properties forDebezium() {
    Properties settings = new Properties();
    settings.setProperty("name", prefix);
    settings.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    settings.setProperty(
        "offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
    settings.setProperty("offset.storage.file.filename", directory.resolve("offsets").toString());
    settings.setProperty("offset.flush.interval.ms", "1000");
    settings.setProperty("topic.prefix", prefix);
    settings.setProperty("database.hostname", "127.0.0.1");
    settings.setProperty("database.port", Integer.toString(postgres.port()));
    settings.setProperty("database.user", Postgres.USER);
    settings.setProperty("database.password", "");
    settings.setProperty("database.dbname", Postgres.DATABASE);
    settings.setProperty("plugin.name", "pgoutput");
    settings.setProperty("slot.name", "lakeward_" + prefix);
    settings.setProperty("publication.name", "lakeward_" + prefix);
    settings.setProperty("publication.autocreate.mode", "filtered");
    settings.setProperty(
        "table.include.list", String.join(",", partitions.keySet()) + "," + signals);
    settings.setProperty("snapshot.mode", "initial");
    settings.setProperty("signal.data.collection", signals);
    settings.setProperty("incremental.snapshot.chunk.size", "512");
    settings.setProperty("notification.enabled.channels", "sink");
    settings.setProperty("notification.sink.topic.name", notifications());
    // By default Debezium keeps truncates to itself.
    settings.setProperty("skipped.operations", "none");
    settings.setProperty("tombstones.on.delete", "true");
    settings.setProperty("poll.interval.ms", "50");
    // By default a null in a column with a default would be produced as that default.
    settings.setProperty("value.converter.replace.null.with.default", "false");
    settings.setProperty("key.converter.replace.null.with.default", "false");
    return settings;
  }
}
