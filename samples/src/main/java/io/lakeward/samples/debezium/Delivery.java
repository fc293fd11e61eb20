package io.lakeward.samples.debezium;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * One record that the broker has acknowledged.
 *
 * @param partition where it is
 * @param offset its offset there
 * @param record what Debezium produced, before it became bytes
 */
public record Delivery(TopicPartition partition, long offset, SourceRecord record) {}
