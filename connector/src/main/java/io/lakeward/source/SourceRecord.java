package io.lakeward.source;

import java.util.function.BiConsumer;

/**
 * A record as it lies in Kafka. One object is reused for all records of a task: read it before the
 * next record is set. Key, value and header values may be null, as in Kafka.
 */
public final class SourceRecord {

  private String topic = "";
  private int partition;
  private long offset;
  private long timestampMillis;
  private byte[] key;
  private byte[] value;
  private Headers headers = Headers.NONE;

  /** The headers of a record: names with bytes, in order, a name possibly more than once. */
  public interface Headers {
    /** A record without headers. */
    Headers NONE =
        new Headers() {
          @Override
          public byte[] last(String name) {
            return null;
          }

          @Override
          public void forEach(BiConsumer<String, byte[]> visitor) {}
        };

    /** The bytes of the last header of this name, or null where there is none. */
    byte[] last(String name);

    /** Visits each header in order; the bytes may be null. */
    void forEach(BiConsumer<String, byte[]> visitor);
  }

  /** Sets where the record lies. */
  public SourceRecord at(String newTopic, int newPartition, long newOffset, long newTimestamp) {
    this.topic = newTopic;
    this.partition = newPartition;
    this.offset = newOffset;
    this.timestampMillis = newTimestamp;
    return this;
  }

  /** Sets what the record holds. */
  public SourceRecord holding(byte[] newKey, byte[] newValue, Headers newHeaders) {
    this.key = newKey;
    this.value = newValue;
    this.headers = newHeaders;
    return this;
  }

  /** The topic's name. */
  public String topic() {
    return topic;
  }

  /** The partition, from 0. */
  public int partition() {
    return partition;
  }

  /** The offset, from 0. */
  public long offset() {
    return offset;
  }

  /** The record's Kafka timestamp in milliseconds since 1970. */
  public long timestampMillis() {
    return timestampMillis;
  }

  /** The key's bytes, or null. */
  public byte[] key() {
    return key;
  }

  /** The value's bytes, or null for a tombstone. */
  public byte[] value() {
    return value;
  }

  /** The headers. */
  public Headers headers() {
    return headers;
  }
}
