package io.lakeward.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Kafka offsets as Spark writes them: {@code {"topic":{"partition":offset}}}, each the offset of
 * the next record.
 */
final class KafkaProgress implements Progress {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public Coverage coverage(String applied, Optional<String> start, String end) {
    Map<String, Map<Integer, Long>> table = offsets(applied);
    if (covers(table, offsets(end))) {
      return Coverage.APPLIED;
    }
    return start.isEmpty() || covers(table, offsets(start.get()))
        ? Coverage.CONTINUES
        : Coverage.AHEAD;
  }

  @Override
  public String later(String applied, String end) {
    Map<String, Map<Integer, Long>> all = offsets(applied);
    offsets(end)
        .forEach(
            (topic, partitions) -> {
              Map<Integer, Long> known = all.computeIfAbsent(topic, name -> new TreeMap<>());
              partitions.forEach((partition, offset) -> known.merge(partition, offset, Math::max));
            });
    return json(all);
  }

  @Override
  public OptionalLong mostRecords(Optional<String> start, String end) {
    if (start.isEmpty()) {
      return OptionalLong.empty();
    }
    Map<String, Map<Integer, Long>> from = offsets(start.get());
    long records = 0;
    for (Map.Entry<String, Map<Integer, Long>> topic : offsets(end).entrySet()) {
      Map<Integer, Long> known = from.getOrDefault(topic.getKey(), Map.of());
      for (Map.Entry<Integer, Long> partition : topic.getValue().entrySet()) {
        records += partition.getValue() - known.getOrDefault(partition.getKey(), 0L);
      }
    }
    return OptionalLong.of(records);
  }

  /** Reads offsets. */
  static Map<String, Map<Integer, Long>> offsets(String json) {
    try {
      return JSON.readValue(json, new TypeReference<TreeMap<String, Map<Integer, Long>>>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read Kafka offsets: " + json, e);
    }
  }

  /** Writes offsets. */
  static String json(Map<String, Map<Integer, Long>> offsets) {
    try {
      return JSON.writeValueAsString(offsets);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot write Kafka offsets: " + offsets, e);
    }
  }

  /** Whether the table stands at or after the other offsets, in each partition they name. */
  private static boolean covers(
      Map<String, Map<Integer, Long>> table, Map<String, Map<Integer, Long>> other) {
    for (Map.Entry<String, Map<Integer, Long>> topic : other.entrySet()) {
      Map<Integer, Long> known = table.getOrDefault(topic.getKey(), Map.of());
      for (Map.Entry<Integer, Long> partition : topic.getValue().entrySet()) {
        if (known.getOrDefault(partition.getKey(), 0L) < partition.getValue()) {
          return false;
        }
      }
    }
    return true;
  }
}
