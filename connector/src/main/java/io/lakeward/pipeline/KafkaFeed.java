package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Source;
import io.lakeward.mapping.StartingOffsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamReader;

/** Topics of a Kafka broker. */
final class KafkaFeed implements Feed {

  private static final int TIMEOUT_SECONDS = 10;
  private static final long DEFAULT_RECORDS_PER_BATCH = 200_000;
  private static final long EARLIEST = -2;

  private final Source.Kafka source;
  private final Input input;

  KafkaFeed(Source.Kafka source, Input input) {
    this.source = source;
    this.input = input;
  }

  @Override
  public void check() {
    partitionsByTopic();
  }

  @Override
  public Dataset<Row> stream(SparkSession session, Optional<String> applied) {
    DataStreamReader reader =
        session
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", source.bootstrapServers())
            .option("includeHeaders", "true")
            .option("failOnDataLoss", "true")
            .option(
                "maxOffsetsPerTrigger",
                source.maxRecordsPerBatch().orElse(DEFAULT_RECORDS_PER_BATCH))
            .option("startingOffsets", startingOffsets(applied));
    if (input instanceof Input.TopicPattern pattern) {
      // Spark would also take topics in which the pattern is only found somewhere.
      reader.option("subscribePattern", "^(?:" + pattern.regex() + ")$");
    } else if (input instanceof Input.Topics topics) {
      reader.option("subscribe", String.join(",", topics.names()));
    }
    source.properties().values().forEach((name, value) -> reader.option("kafka." + name, value));
    return reader.load();
  }

  /**
   * Partitions whose first record is not the one that a replay begins with, and those that end
   * before what was read of them: a topic that was created anew.
   */
  @Override
  public List<String> missing(Optional<String> applied) {
    Map<TopicPartition, OffsetSpec> first = new HashMap<>();
    Map<TopicPartition, OffsetSpec> next = new HashMap<>();
    partitionsByTopic()
        .forEach(
            (topic, count) -> {
              for (int partition = 0; partition < count; partition++) {
                first.put(new TopicPartition(topic, partition), OffsetSpec.earliest());
                next.put(new TopicPartition(topic, partition), OffsetSpec.latest());
              }
            });
    Map<String, Map<Integer, Long>> read = appliedOffsets(applied);
    Set<String> missing = new TreeSet<>();
    read.forEach(
        (topic, offsets) ->
            offsets.keySet().stream()
                .map(partition -> new TopicPartition(topic, partition))
                .filter(partition -> !next.containsKey(partition))
                .forEach(partition -> missing.add(partition + " is gone")));
    withAdmin(
        admin -> {
          await(admin.listOffsets(first).all())
              .forEach(
                  (partition, offset) -> {
                    if (offset.offset() > replayedFrom(partition)) {
                      missing.add(partition + " begins at " + offset.offset());
                    }
                  });
          await(admin.listOffsets(next).all())
              .forEach(
                  (partition, offset) -> {
                    if (offset.offset() < offsetIn(read, partition, 0)) {
                      missing.add(partition + " ends at " + offset.offset());
                    }
                  });
          return missing;
        });
    return List.copyOf(missing);
  }

  /** A given offset may ask for the earliest record too, by a negative number. */
  private long replayedFrom(TopicPartition partition) {
    return source.startingOffsets() instanceof StartingOffsets.Exact exact
        ? Math.max(0, offsetIn(exact.offsets(), partition, 0))
        : 0;
  }

  private static long offsetIn(
      Map<String, Map<Integer, Long>> offsets, TopicPartition partition, long otherwise) {
    return offsets
        .getOrDefault(partition.topic(), Map.of())
        .getOrDefault(partition.partition(), otherwise);
  }

  @Override
  public boolean beginsAtTheFirstRecord() {
    return !(source.startingOffsets() instanceof StartingOffsets.Latest);
  }

  @Override
  public Progress progress() {
    return new KafkaProgress();
  }

  @Override
  public Optional<End> end() {
    Map<TopicPartition, OffsetSpec> next = new HashMap<>();
    partitionsByTopic()
        .forEach(
            (topic, count) -> {
              for (int partition = 0; partition < count; partition++) {
                next.put(new TopicPartition(topic, partition), OffsetSpec.latest());
              }
            });
    Map<TopicPartition, Long> ends = new HashMap<>();
    withAdmin(admin -> await(admin.listOffsets(next).all()))
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return Optional.of(
        applied -> {
          Map<String, Map<Integer, Long>> read = appliedOffsets(applied);
          return ends.entrySet().stream()
              .allMatch(end -> offsetIn(read, end.getKey(), 0) >= end.getValue());
        });
  }

  @Override
  public Map<String, Map<Integer, Long>> appliedOffsets(Optional<String> applied) {
    return applied.map(KafkaProgress::offsets).orElse(Map.of());
  }

  /** Where the table is; partitions it does not know from their beginning. */
  private String startingOffsets(Optional<String> applied) {
    if (applied.isEmpty()) {
      StartingOffsets starting = source.startingOffsets();
      if (starting instanceof StartingOffsets.Exact exact) {
        return KafkaProgress.json(completed(exact.offsets()));
      }
      return starting instanceof StartingOffsets.Latest ? "latest" : "earliest";
    }
    return KafkaProgress.json(completed(KafkaProgress.offsets(applied.get())));
  }

  private Map<String, Map<Integer, Long>> completed(Map<String, Map<Integer, Long>> known) {
    Map<String, Map<Integer, Long>> all = new TreeMap<>();
    partitionsByTopic()
        .forEach(
            (topic, count) -> {
              Map<Integer, Long> offsets = new TreeMap<>();
              for (int partition = 0; partition < count; partition++) {
                offsets.put(
                    partition,
                    known.getOrDefault(topic, Map.of()).getOrDefault(partition, EARLIEST));
              }
              all.put(topic, offsets);
            });
    return all;
  }

  private Map<String, Integer> partitionsByTopic() {
    return withAdmin(
        admin -> {
          Set<String> existing = new TreeSet<>(await(admin.listTopics().names()));
          Collection<String> wanted = wanted(existing);
          Map<String, Integer> partitions = new TreeMap<>();
          Map<String, TopicDescription> described =
              await(admin.describeTopics(wanted).allTopicNames());
          described.forEach((topic, what) -> partitions.put(topic, what.partitions().size()));
          return partitions;
        });
  }

  private Collection<String> wanted(Set<String> existing) {
    if (input instanceof Input.Topics topics) {
      List<String> missing =
          topics.names().stream().filter(topic -> !existing.contains(topic)).toList();
      if (!missing.isEmpty()) {
        throw notFound("topics", missing, existing);
      }
      return topics.names();
    }
    String regex = ((Input.TopicPattern) input).regex();
    Pattern pattern = Pattern.compile(regex);
    List<String> matching =
        existing.stream().filter(topic -> pattern.matcher(topic).matches()).toList();
    if (matching.isEmpty()) {
      throw notFound("topic_pattern", regex, existing);
    }
    return matching;
  }

  private LakewardException notFound(String what, Object value, Set<String> existing) {
    return LakewardException.of(ErrorCode.TOPIC_NOT_FOUND)
        .fact(what, value)
        .fact("bootstrap_servers", source.bootstrapServers())
        .fact("existing", existing.stream().filter(t -> !t.startsWith("__")).limit(20).toList())
        .advice("correct the topic in the mapping, or start its producer first")
        .build();
  }

  private <T> T withAdmin(Function<Admin, T> work) {
    Map<String, Object> properties = new HashMap<>(source.properties().values());
    properties.put("bootstrap.servers", source.bootstrapServers());
    properties.put("request.timeout.ms", TIMEOUT_SECONDS * 1000);
    properties.put("default.api.timeout.ms", TIMEOUT_SECONDS * 1000);
    try (Admin admin = Admin.create(properties)) {
      return work.apply(admin);
    } catch (KafkaException e) {
      throw unreachable(e);
    }
  }

  private <T> T await(KafkaFuture<T> future) {
    try {
      return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw unreachable(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(e);
    }
  }

  private LakewardException unreachable(Throwable cause) {
    return LakewardException.of(ErrorCode.BROKER_UNREACHABLE)
        .fact("bootstrap_servers", source.bootstrapServers())
        .fact("reason", cause.getMessage() == null ? cause.toString() : cause.getMessage())
        .advice(
            "start the broker, or correct source.kafka.bootstrap_servers and its security"
                + " properties")
        .cause(cause)
        .build();
  }
}
