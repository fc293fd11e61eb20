package io.lakeward.samples.debezium;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Properties;

/** What every engine of Debezium is told, whatever its database. */
public final class EngineSettings {

  private EngineSettings() {}

  /**
   * Settings that keep everything: truncates, nulls, tombstones, both halves of a key change.
   *
   * @param prefix the start of every topic's name, and the engine's own
   * @param tables the captured tables, as the database qualifies them
   * @param signals the table for Debezium's signals, likewise
   * @param directory where the engine keeps its offsets
   */
  public static Properties of(
      String prefix, Collection<String> tables, String signals, Path directory) {
    Properties settings = new Properties();
    settings.setProperty("name", prefix);
    settings.setProperty(
        "offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
    settings.setProperty("offset.storage.file.filename", directory.resolve("offsets").toString());
    settings.setProperty("offset.flush.interval.ms", "1000");
    settings.setProperty("topic.prefix", prefix);
    settings.setProperty("database.hostname", "127.0.0.1");
    settings.setProperty("table.include.list", String.join(",", tables) + "," + signals);
    settings.setProperty("snapshot.mode", "initial");
    settings.setProperty("signal.data.collection", signals);
    settings.setProperty("incremental.snapshot.chunk.size", "512");
    settings.setProperty("notification.enabled.channels", "sink");
    settings.setProperty("notification.sink.topic.name", notifications(prefix));
    // By default Debezium keeps truncates to itself.
    settings.setProperty("skipped.operations", "none");
    settings.setProperty("tombstones.on.delete", "true");
    settings.setProperty("poll.interval.ms", "50");
    // By default a null in a column with a default would be produced as that default.
    settings.setProperty("value.converter.replace.null.with.default", "false");
    settings.setProperty("key.converter.replace.null.with.default", "false");
    return settings;
  }

  /** The topic in which an engine tells about its snapshots. */
  public static String notifications(String prefix) {
    return prefix + ".notifications";
  }
}
