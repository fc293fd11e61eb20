package io.lakeward.samples.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.samples.kafka.Broker;
import io.lakeward.samples.postgres.Postgres;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedTest {

  private static final TopicPartition GOODS = new TopicPartition("t.public.goods", 0);

  @Test
  void bringsKeyChangesTruncatesAndSnapshotsToKafka(@TempDir Path directory) throws Exception {
    try (Postgres postgres = Postgres.start(directory.resolve("postgres"));
        Broker broker = Broker.start(directory.resolve("kafka"));
        Connection connection = postgres.connect()) {
      execute(
          connection,
          "CREATE TABLE signal (id varchar(64) PRIMARY KEY, type varchar(32), data text)",
          "CREATE TABLE goods (id int PRIMARY KEY, name text DEFAULT 'none')",
          "INSERT INTO goods VALUES (1, NULL)");
      List<Delivery> deliveries = new CopyOnWriteArrayList<>();
      try (Feed feed = Feed.start(settings(postgres, broker, directory), deliveries::add)) {
        await(feed, feed::isStreaming);
        execute(
            connection,
            "UPDATE goods SET id = 2 WHERE id = 1",
            "TRUNCATE goods",
            "INSERT INTO signal VALUES ('s', 'execute-snapshot',"
                + " '{\"type\":\"incremental\",\"data-collections\":[\"public.goods\"]}')");
        await(feed, () -> feed.incrementalSnapshots() == 1);
        execute(connection, "INSERT INTO goods VALUES (3, 'three')");
        awaitEverything(feed, postgres, connection);
      }
      List<ConsumerRecord<String, String>> records = consume(broker);
      assertThat(records).hasSize(6);
      assertThat(deliveries.stream().filter(d -> d.partition().equals(GOODS))).hasSize(6);
      assertThat(records.get(0).value()).contains("\"schema\":", "\"name\":null", "\"op\":\"r\"");
      assertThat(header(records.get(1), "__debezium.newkey")).contains("\"payload\":{\"id\":2}");
      assertThat(records.get(2).value()).isNull();
      assertThat(header(records.get(3), "__debezium.oldkey")).contains("\"payload\":{\"id\":1}");
      assertThat(records.get(4).value()).contains("\"op\":\"t\"");
      assertThat(records.get(5).value()).contains("\"op\":\"c\"");
    }
  }

  @Test
  void isNeverToldWhatChangedWhileTheTableWasNotPublished(@TempDir Path directory)
      throws Exception {
    try (Postgres postgres = Postgres.start(directory.resolve("postgres"));
        Broker broker = Broker.start(directory.resolve("kafka"));
        Connection connection = postgres.connect()) {
      execute(
          connection,
          "CREATE TABLE signal (id varchar(64) PRIMARY KEY, type varchar(32), data text)",
          "CREATE TABLE goods (id int PRIMARY KEY, name text)",
          "INSERT INTO goods VALUES (1, 'one'), (2, 'two')");
      List<Delivery> deliveries = new CopyOnWriteArrayList<>();
      try (Feed feed = Feed.start(settings(postgres, broker, directory), deliveries::add)) {
        await(feed, feed::isStreaming);
        execute(connection, "UPDATE goods SET name = 'before' WHERE id = 1");
        new Unpublished(connection, "t")
            .execute(
                "public.goods",
                List.of(
                    "UPDATE goods SET name = 'hidden' WHERE id = 1",
                    "DELETE FROM goods WHERE id = 2",
                    "INSERT INTO goods VALUES (3, 'hidden')"));
        execute(connection, "UPDATE goods SET name = 'after' WHERE id = 1");
        awaitEverything(feed, postgres, connection);
      }
      assertThat(deliveries.stream().filter(d -> d.partition().equals(GOODS)).map(FeedTest::told))
          .containsExactly("r 1 one", "r 2 two", "u 1 before", "u 1 after");
    }
  }

  private static FeedSettings settings(Postgres postgres, Broker broker, Path directory) {
    return new FeedSettings(
        postgres,
        broker.bootstrapServers(),
        "t",
        Map.of("public.goods", 1),
        "public.signal",
        directory.resolve("debezium"));
  }

  private static String told(Delivery delivery) {
    Struct envelope = (Struct) delivery.record().value();
    Struct after = envelope.getStruct("after");
    return "%s %s %s".formatted(envelope.get("op"), after.get("id"), after.get("name"));
  }

  private static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void awaitEverything(Feed feed, Postgres postgres, Connection connection)
      throws SQLException, InterruptedException {
    long end = postgres.walPosition();
    // A change behind the end: once it is in Kafka, so is all before it.
    execute(connection, "INSERT INTO signal VALUES ('end', 'log', '{\"message\":\"end\"}')");
    await(feed, () -> feed.position() >= end);
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds();
  }

  private static void await(Feed feed, Condition condition) throws InterruptedException {
    for (int i = 0; i < 600 && !condition.holds(); i++) {
      feed.check();
      Thread.sleep(50);
    }
    assertThat(condition.holds()).isTrue();
  }

  private static List<ConsumerRecord<String, String>> consume(Broker broker) {
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(List.of(GOODS));
      consumer.seekToBeginning(List.of(GOODS));
      List<ConsumerRecord<String, String>> records = new ArrayList<>();
      while (consumer.position(GOODS) < consumer.endOffsets(List.of(GOODS)).get(GOODS)) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
      return records;
    }
  }

  private static String header(ConsumerRecord<String, String> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
  }
}
