package io.lakeward.samples.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics of a broker. */
public final class Topics implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 30;

  private final String bootstrapServers;
  private final Admin admin;

  /** The topics of the broker at this address. */
  public Topics(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    this.admin =
        Admin.create(
            Map.<String, Object>of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                PATIENCE_SECONDS * 1000));
  }

  /** Returns when the broker serves. */
  void awaitBroker() {
    answer("whether it serves", admin.describeCluster().nodes());
  }

  /** Makes a topic with so many partitions; one that is there already is left as it is. */
  public void create(String name, int partitions) {
    try {
      answer(
          "the new topic " + name,
          admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all());
    } catch (IllegalStateException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  /** The offset behind the last record of every partition of these topics. */
  public Map<TopicPartition, Long> endOffsets(Collection<String> topics) {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    answer("the partitions of " + topics, admin.describeTopics(topics).allTopicNames())
        .forEach(
            (name, topic) ->
                topic
                    .partitions()
                    .forEach(
                        partition ->
                            latest.put(
                                new TopicPartition(name, partition.partition()),
                                OffsetSpec.latest())));
    Map<TopicPartition, Long> ends = new HashMap<>();
    answer("the end offsets of " + topics, admin.listOffsets(latest).all())
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  private <T> T answer(String question, KafkaFuture<T> answer) {
    try {
      return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw unanswered(question, e.getCause());
    } catch (TimeoutException e) {
      throw unanswered(question, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unanswered(question, e);
    }
  }

  private IllegalStateException unanswered(String question, Throwable reason) {
    return new IllegalStateException(
        "Cannot learn from the broker at " + bootstrapServers + ": " + question, reason);
  }

  @Override
  public void close() {
    admin.close();
  }
}
