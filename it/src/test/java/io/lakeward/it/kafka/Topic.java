package io.lakeward.it.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** A topic and the way to write to it. Sending returns when the broker has the messages. */
public final class Topic {

  private final String name;
  private final int partitions;
  private final KafkaProducer<byte[], byte[]> producer;

  Topic(String name, int partitions, KafkaProducer<byte[], byte[]> producer) {
    this.name = name;
    this.partitions = partitions;
    this.producer = producer;
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** Sends messages, each to the partition of its key. */
  public void send(List<Message> messages) {
    send(messages, Message::bytes);
  }

  /** Sends messages in another encoding of key and value, each to the partition of its key. */
  public void send(List<Message> messages, Function<String, byte[]> encoding) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    messages.forEach(message -> sent.add(send(partitionOf(message), message, encoding)));
    await(sent);
  }

  /** Sends messages to one partition, whatever their keys. */
  public void sendTo(int partition, List<Message> messages) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    messages.forEach(message -> sent.add(send(partition, message, Message::bytes)));
    await(sent);
  }

  /** Sends messages, each to the partition of its key. */
  public void send(Message... messages) {
    send(List.of(messages));
  }

  private int partitionOf(Message message) {
    return message.key() == null ? 0 : Math.floorMod(message.key().hashCode(), partitions);
  }

  private Future<RecordMetadata> send(
      int partition, Message message, Function<String, byte[]> encoding) {
    ProducerRecord<byte[], byte[]> produced =
        new ProducerRecord<>(
            name, partition, encoding.apply(message.key()), encoding.apply(message.value()));
    message
        .headers()
        .forEach((header, value) -> produced.headers().add(header, Message.bytes(value)));
    return producer.send(produced);
  }

  private void await(List<Future<RecordMetadata>> sent) {
    producer.flush();
    for (Future<RecordMetadata> one : sent) {
      try {
        one.get();
      } catch (ExecutionException | InterruptedException e) {
        throw new IllegalStateException("Cannot send to the topic " + name, e);
      }
    }
  }
}
