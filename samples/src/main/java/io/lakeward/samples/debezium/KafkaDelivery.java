package io.lakeward.samples.debezium;

import io.debezium.embedded.EmbeddedEngineChangeEvent;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine.ChangeConsumer;
import io.debezium.engine.DebeziumEngine.RecordCommitter;
import io.debezium.engine.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Produces what Debezium captured, record by record as it is: topic, key, value and headers, the
 * partition chosen by the key. A batch counts as processed when the broker has all of it.
 */
final class KafkaDelivery implements ChangeConsumer<ChangeEvent<byte[], byte[]>>, AutoCloseable {

  private final KafkaProducer<byte[], byte[]> producer;
  private final Consumer<Delivery> listener;

  KafkaDelivery(String bootstrapServers, Consumer<Delivery> listener) {
    this.listener = listener;
    this.producer =
        new KafkaProducer<>(
            Map.<String, Object>of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.LINGER_MS_CONFIG,
                2,
                ProducerConfig.BATCH_SIZE_CONFIG,
                256 << 10,
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                64L << 20,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                16 << 20),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @Override
  public void handleBatch(
      List<ChangeEvent<byte[], byte[]>> batch,
      RecordCommitter<ChangeEvent<byte[], byte[]>> committer)
      throws InterruptedException {
    List<Future<RecordMetadata>> sent = new ArrayList<>(batch.size());
    for (ChangeEvent<byte[], byte[]> event : batch) {
      sent.add(producer.send(record(event)));
    }
    producer.flush();
    for (int i = 0; i < batch.size(); i++) {
      ChangeEvent<byte[], byte[]> event = batch.get(i);
      listener.accept(delivery(event, acknowledged(sent.get(i))));
      committer.markProcessed(event);
    }
    committer.markBatchFinished();
  }

  private static ProducerRecord<byte[], byte[]> record(ChangeEvent<byte[], byte[]> event) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(event.destination(), null, event.key(), event.value());
    List<Header<byte[]>> headers = event.headers();
    headers.forEach(header -> record.headers().add(header.getKey(), header.getValue()));
    return record;
  }

  private static RecordMetadata acknowledged(Future<RecordMetadata> sent)
      throws InterruptedException {
    try {
      return sent.get();
    } catch (ExecutionException e) {
      // Thrown to the engine, which stops: nothing behind a lost record may be delivered.
      throw new IllegalStateException("Cannot produce a change to Kafka", e.getCause());
    }
  }

  private static Delivery delivery(ChangeEvent<byte[], byte[]> event, RecordMetadata metadata) {
    return new Delivery(
        new TopicPartition(metadata.topic(), metadata.partition()),
        metadata.offset(),
        ((EmbeddedEngineChangeEvent<?, ?, ?>) event).sourceRecord());
  }

  @Override
  public void close() {
    producer.close();
  }
}
