package io.lakeward.samples.shop.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The notation of offsets that Spark and the connector use: {@code {"topic":{"0":17}}}. */
final class Offsets {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Offsets() {}

  /** The offset of each partition. */
  static Map<TopicPartition, Long> parse(String json) {
    try {
      Map<TopicPartition, Long> offsets = new HashMap<>();
      JsonNode topics = JSON.readTree(json);
      topics
          .properties()
          .forEach(
              topic ->
                  topic
                      .getValue()
                      .properties()
                      .forEach(
                          partition ->
                              offsets.put(
                                  new TopicPartition(
                                      topic.getKey(), Integer.parseInt(partition.getKey())),
                                  partition.getValue().asLong())));
      return offsets;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read offsets: " + json, e);
    }
  }
}
