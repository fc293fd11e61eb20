package io.lakeward.samples.kafka;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/**
 * A Kafka broker of one node (KRaft, broker and controller in one) inside this JVM, on a free port,
 * with everything it keeps in one directory. See {@link BrokerProcess} for one in its own process.
 */
public final class Broker implements AutoCloseable {

  private final KafkaRaftServer server;
  private final String bootstrapServers;

  private Broker(KafkaRaftServer server, String bootstrapServers) {
    this.server = server;
    this.bootstrapServers = bootstrapServers;
  }

  /**
   * Starts a broker and returns when it serves.
   *
   * @param directory where it keeps its settings and its log; a directory of an earlier broker
   *     continues it, on the same port
   */
  public static Broker start(Path directory) throws IOException {
    Properties settings = new BrokerFiles(directory).prepare();
    KafkaRaftServer server =
        new KafkaRaftServer(KafkaConfig.fromProps(settings, false), Time.SYSTEM);
    server.startup();
    Broker broker = new Broker(server, BrokerFiles.bootstrapServers(settings));
    try (Topics topics = new Topics(broker.bootstrapServers)) {
      topics.awaitBroker();
    }
    return broker;
  }

  /** The address for clients, {@code host:port}. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** Stops the broker; what it stored stays in its directory. */
  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }
}
