package io.lakeward.samples.kafka;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.utils.Time;

/**
 * A Kafka broker of one node (KRaft, broker and controller in one) inside this JVM, on a free port,
 * with everything it keeps in one directory. See {@link BrokerProcess} for one in its own process.
 */
public final class Broker implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 30;

  private final KafkaRaftServer server;
  private final Admin admin;
  private final String bootstrapServers;

  private Broker(KafkaRaftServer server, Admin admin, String bootstrapServers) {
    this.server = server;
    this.admin = admin;
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
    String bootstrapServers =
        settings.getProperty("advertised.listeners").substring("CLIENT://".length());
    Admin admin =
        Admin.create(
            Map.<String, Object>of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                30_000));
    Broker broker = new Broker(server, admin, bootstrapServers);
    broker.await("a node to register", () -> admin.describeCluster().nodes());
    return broker;
  }

  /** The address for clients, {@code host:port}. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** Makes a topic with so many partitions; one that is there already is left as it is. */
  public void createTopic(String name, int partitions) {
    try {
      admin
          .createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
          .all()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new IllegalStateException("Cannot create the topic " + name, e.getCause());
      }
    } catch (TimeoutException e) {
      throw new IllegalStateException("Cannot create the topic " + name, e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** The offset behind the last record of every partition of these topics. */
  public Map<TopicPartition, Long> endOffsets(Collection<String> topics) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (TopicDescription topic :
        await(
                "the topics " + topics,
                () -> admin.describeTopics(List.copyOf(topics)).allTopicNames())
            .values()) {
      topic
          .partitions()
          .forEach(
              partition ->
                  asked.put(
                      new TopicPartition(topic.name(), partition.partition()),
                      OffsetSpec.latest()));
    }
    Map<TopicPartition, Long> ends = new HashMap<>();
    await("the end offsets of " + topics, () -> admin.listOffsets(asked).all())
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  /** Stops the broker; what it stored stays in its directory. */
  @Override
  public void close() {
    admin.close();
    server.shutdown();
    server.awaitShutdown();
  }

  /** A question to the broker. */
  @FunctionalInterface
  private interface Question<T> {
    KafkaFuture<T> ask();
  }

  private <T> T await(String what, Question<T> question) {
    try {
      return question.ask().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "Cannot learn from the broker " + bootstrapServers + ": " + what, e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("Interrupted while waiting for the broker", e);
  }
}
