package io.lakeward.it.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The one broker of a test run, a process of its own. It is started by the first test that asks for
 * it, and it ends when its stdin does: with this JVM, however that ends.
 */
public final class SharedBroker {

  private static final AtomicInteger TOPICS = new AtomicInteger();

  private final String bootstrapServers;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;

  private SharedBroker(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    this.producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.ACKS_CONFIG,
                "all",
                // In order, and without a state of the producer that a slow broker could lose.
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                false,
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                1,
                ProducerConfig.LINGER_MS_CONFIG,
                2),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Holds the broker, so that it is started once and only where it is needed. */
  private static final class Holder {
    static final SharedBroker BROKER = start();
  }

  /** The broker. */
  public static SharedBroker get() {
    return Holder.BROKER;
  }

  private static SharedBroker start() {
    Path samples = Path.of(System.getProperty("it.samples"));
    try {
      Path directory = Files.createTempDirectory("broker");
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx512m",
                  "-cp",
                  samples.resolve("classes") + ":" + Files.readString(samples.resolve("classpath")),
                  "io.lakeward.samples.kafka.BrokerProcess",
                  directory.toString())
              .redirectError(directory.resolve("stderr").toFile())
              .start();
      BufferedReader stdout = process.inputReader();
      String address = stdout.readLine();
      if (address == null) {
        throw new IllegalStateException(
            "Cannot start the broker: " + Files.readString(directory.resolve("stderr")));
      }
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      return new SharedBroker(address);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start the broker", e);
    }
  }

  /** The address for clients. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** Deletes the records of a partition before an offset, as retention does. */
  public void deleteBefore(Topic topic, int partition, long offset) {
    TopicPartition of = new TopicPartition(topic.name(), partition);
    try {
      admin
          .deleteRecords(Map.of(of, RecordsToDelete.beforeOffset(offset)))
          .all()
          .get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("Cannot delete records of " + of, e);
    }
  }

  /** Deletes a topic and creates an empty one of the same name. */
  public Topic createAnew(Topic topic, int partitions) {
    try {
      admin.deleteTopics(List.of(topic.name())).all().get(30, TimeUnit.SECONDS);
      while (admin.listTopics().names().get(30, TimeUnit.SECONDS).contains(topic.name())) {
        Thread.sleep(50);
      }
    } catch (Exception e) {
      throw new IllegalStateException("Cannot delete the topic " + topic.name(), e);
    }
    return create(topic.name(), partitions);
  }

  /** A new topic of this name and a number, so that no two tests share one. */
  public Topic createTopic(String name, int partitions) {
    return create(name + "." + TOPICS.incrementAndGet(), partitions);
  }

  private Topic create(String unique, int partitions) {
    try {
      admin
          .createTopics(List.of(new NewTopic(unique, partitions, (short) 1)))
          .all()
          .get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("Cannot create the topic " + unique, e);
    }
    return new Topic(unique, partitions, producer);
  }
}
