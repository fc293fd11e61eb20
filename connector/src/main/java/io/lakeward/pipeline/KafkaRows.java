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

  private static final int KEY = 0;
  private static final int VALUE = 1;
  private static final int TOPIC = 2;
  private static final int PARTITION = 3;
  private static final int OFFSET = 4;
  private static final int TIMESTAMP = 5;

  /** The headers' ordinal. */
  static final int HEADERS = 7;

  private static final long MICROS_PER_MILLI = 1000;

  private final SourceRecord record = new SourceRecord();
  private final SparkHeaders headers = new SparkHeaders();
  private final Map<String, Map<Integer, Long>> applied;

  /**
   * Reads rows.
   *
   * @param applied the offsets up to which records are in the table already, by topic and partition
   */
  KafkaRows(Map<String, Map<Integer, Long>> applied) {
    this.applied = new HashMap<>(applied);
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
            row.getUTF8String(TOPIC).toString(),
            row.getInt(PARTITION),
            row.getLong(OFFSET),
            row.getLong(TIMESTAMP) / MICROS_PER_MILLI)
        .holding(
            row.isNullAt(KEY) ? null : row.getBinary(KEY),
            row.isNullAt(VALUE) ? null : row.getBinary(VALUE),
            headers.over(row.isNullAt(HEADERS) ? null : row.getArray(HEADERS)));
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
