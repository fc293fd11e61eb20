package io.lakeward.samples.capture;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.kafka.connect.data.Schema;

/** How the keys and values of records are written into the lines of a capture. */
public interface RecordEncoding {

  /**
   * Puts a key or a value into a line.
   *
   * @param line the line
   * @param field {@code key} or {@code payload}
   * @param topic the record's topic
   * @param schema null for what has none, such as a tombstone
   * @param value null for null
   */
  void put(ObjectNode line, String field, String topic, Schema schema, Object value);
}
