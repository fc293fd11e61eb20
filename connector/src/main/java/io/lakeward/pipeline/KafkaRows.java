package io.lakeward.pipeline;

import io.lakeward.lake.DeadLetters;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.SparkHeaders;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Rows of Spark's Kafka source, and of captures, as records. One record is reused for all rows. Not
 * thread safe.
 */
final class KafkaRows {

  /** Where the parts of a record are in a row. */
  private record Places(
      int key, int value, int topic, int partition, int offset, int timestamp, int headers) {}

  /** The headers' ordinal in rows of Spark's Kafka source. */
  static final int HEADERS = 7;

  private static final Places OF_KAFKA = new Places(0, 1, 2, 3, 4, 5, HEADERS);

  private static final Places OF_LETTERS =
      new Places(
          DeadLetters.ROW.fieldIndex("key"),
          DeadLetters.ROW.fieldIndex("value"),
          DeadLetters.ROW.fieldIndex("topic"),
          DeadLetters.ROW.fieldIndex("partition"),
          DeadLetters.ROW.fieldIndex("offset"),
          DeadLetters.ROW.fieldIndex("timestamp"),
          DeadLetters.ROW.fieldIndex("headers"));

  private static final long MICROS_PER_MILLI = 1000;

  private final SourceRecord record = new SourceRecord();
  private final SparkHeaders headers = new SparkHeaders();
  private final Map<String, Map<Integer, Long>> applied;
  private final Places places;

  /**
   * Reads rows.
   *
   * @param applied the offsets up to which records are in the table already, by topic and partition
   */
  KafkaRows(Map<String, Map<Integer, Long>> applied) {
    this(applied, OF_KAFKA);
  }

  private KafkaRows(Map<String, Map<Integer, Long>> applied, Places places) {
    this.applied = new HashMap<>(applied);
    this.places = places;
  }

  /** Reads rows of {@link DeadLetters#ROW}. */
  static KafkaRows ofLetters() {
    return new KafkaRows(Map.of(), OF_LETTERS);
  }

  /**
   * Records that were set aside, in the columns of Spark's Kafka source.
   *
   * @param letters rows of {@link DeadLetters#ROW}
   */
  static Dataset<Row> of(Dataset<Row> letters) {
    return letters.selectExpr(
        "key", "value", "topic", "partition", "offset", "timestamp", "0", "headers");
  }

  /** The record of a row. */
  SourceRecord of(InternalRow row) {
    return record
        .at(
            row.getUTF8String(places.topic()).toString(),
            row.getInt(places.partition()),
            row.getLong(places.offset()),
            row.getLong(places.timestamp()) / MICROS_PER_MILLI)
        .holding(
            row.isNullAt(places.key()) ? null : row.getBinary(places.key()),
            row.isNullAt(places.value()) ? null : row.getBinary(places.value()),
            headers.over(row.isNullAt(places.headers()) ? null : row.getArray(places.headers())));
  }

  /** The record that all rows are read into. */
  SourceRecord record() {
    return record;
  }

  /** Whether the record that was read last is in the table already. */
  boolean isApplied() {
    return record.offset()
        < applied.getOrDefault(record.topic(), Map.of()).getOrDefault(record.partition(), 0L);
  }
}
