package io.lakeward.samples.kafka;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/**
 * What a broker keeps on disk: {@code server.properties} and the log directory. A directory that
 * holds both already is used as it is, so a broker can be started again on its port and its data.
 */
final class BrokerFiles {

  private final Path directory;

  BrokerFiles(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  /** The settings of the broker, written and formatted where this is the first start. */
  Properties prepare() throws IOException {
    Path file = directory.resolve("server.properties");
    if (Files.exists(file)) {
      return read(file);
    }
    Files.createDirectories(directory);
    Properties settings = settings();
    try (Writer writer = Files.newBufferedWriter(file)) {
      settings.store(writer, null);
    }
    format(file);
    return settings;
  }

  /** The address for clients that these settings of a broker give. */
  static String bootstrapServers(Properties settings) {
    return settings.getProperty("advertised.listeners").substring("CLIENT://".length());
  }

  private static Properties read(Path file) throws IOException {
    Properties settings = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      settings.load(reader);
    }
    return settings;
  }

  private Properties settings() {
    int[] ports = FreePort.two();
    Properties settings = new Properties();
    settings.setProperty("process.roles", "broker,controller");
    settings.setProperty("node.id", "1");
    settings.setProperty(
        "listeners", "CLIENT://127.0.0.1:" + ports[0] + ",CONTROLLER://127.0.0.1:" + ports[1]);
    settings.setProperty("advertised.listeners", "CLIENT://127.0.0.1:" + ports[0]);
    settings.setProperty("inter.broker.listener.name", "CLIENT");
    settings.setProperty("controller.listener.names", "CONTROLLER");
    settings.setProperty("listener.security.protocol.map", "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.setProperty("controller.quorum.bootstrap.servers", "127.0.0.1:" + ports[1]);
    settings.setProperty("log.dirs", directory.resolve("log").toString());
    // One node: nothing can be replicated.
    settings.setProperty("offsets.topic.replication.factor", "1");
    settings.setProperty("offsets.topic.num.partitions", "1");
    settings.setProperty("transaction.state.log.replication.factor", "1");
    settings.setProperty("transaction.state.log.min.isr", "1");
    settings.setProperty("transaction.state.log.num.partitions", "1");
    settings.setProperty("share.coordinator.state.topic.replication.factor", "1");
    settings.setProperty("share.coordinator.state.topic.min.isr", "1");
    settings.setProperty("group.initial.rebalance.delay.ms", "0");
    // A misspelt topic must be an error, not a new topic; and nothing may be forgotten.
    settings.setProperty("auto.create.topics.enable", "false");
    settings.setProperty("log.retention.ms", "-1");
    settings.setProperty("message.max.bytes", Integer.toString(16 << 20));
    return settings;
  }

  private static void format(Path file) throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    String[] arguments = {
      "format", "--standalone", "-t", Uuid.randomUuid().toString(), "-c", file.toString()
    };
    int exit;
    try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      exit = StorageTool.execute(arguments, out);
    }
    if (exit != 0) {
      throw new IOException(
          "Cannot format the broker's storage: " + said.toString(StandardCharsets.UTF_8));
    }
  }
}
