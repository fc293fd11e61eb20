package io.lakeward.samples.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerTest {

  @Test
  void keepsAddressAndRecordsOverRestart(@TempDir Path directory) throws Exception {
    String address;
    try (Broker broker = Broker.start(directory);
        Topics topics = new Topics(broker.bootstrapServers())) {
      address = broker.bootstrapServers();
      topics.create("shop.public.orders", 2);
      topics.create("shop.public.orders", 2);
      produce(address, new ProducerRecord<>("shop.public.orders", 1, null, bytes("one")));
    }
    try (Broker broker = Broker.start(directory);
        Topics topics = new Topics(broker.bootstrapServers())) {
      assertThat(broker.bootstrapServers()).isEqualTo(address);
      assertThat(topics.endOffsets(List.of("shop.public.orders")))
          .containsOnly(
              Map.entry(new TopicPartition("shop.public.orders", 0), 0L),
              Map.entry(new TopicPartition("shop.public.orders", 1), 1L));
    }
  }

  private static void produce(String address, ProducerRecord<byte[], byte[]> record)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, address),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(record).get();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
