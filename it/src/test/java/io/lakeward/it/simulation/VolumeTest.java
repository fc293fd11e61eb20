package io.lakeward.it.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hundreds of keys with three changes each, in no order, and deletes for some. */
class VolumeTest {

  private static final int KEYS = 500;
  private static final int DELETED = 100;
  private static final int BATCHES = 5;

  private static final String[] FLOW = {
    "schema: \"id BIGINT, name STRING, seq BIGINT, op STRING\"",
    "keys: [id]",
    "sequence_by: seq",
    "apply_as_deletes: op = 'DELETE'",
    "except_column_list: [op]"
  };

  @Test
  void theLatestValuesOfTheKeysThatAreLeft(@TempDir Path directory) {
    long seed = new Random().nextLong();
    CaptureFiles captures = new CaptureFiles(directory);
    List<Map<String, Object>> events = events();
    List<Integer> order = new ArrayList<>(IntStream.range(0, events.size()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    for (int i = 0; i < order.size(); i++) {
      for (String topic : List.of("current", "history")) {
        captures.add(i * BATCHES / order.size(), topic, order.get(i), events.get(order.get(i)));
      }
    }
    Path mapping =
        PipelineFile.ofCapture(directory)
            .table("current", of("topic: current"))
            .table("history", of("topic: history", "stored_as_scd_type: 2"))
            .write();
    Run run = Run.once(mapping);
    assertThat(run.batches("current")).as("seed %d", seed).hasSize(BATCHES);
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      assertThat(lake.table("current").rows())
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(DELETED, KEYS).mapToObj(id -> row(id, 3)).toList());
      assertThat(lake.table("history").rows())
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, KEYS).boxed().flatMap(VolumeTest::versions).toList());
    }
  }

  /** The changes of each key in the order of their making: 1, 3 and 2, and for some 5. */
  private static List<Map<String, Object>> events() {
    List<Map<String, Object>> events = new ArrayList<>();
    for (int id = 0; id < KEYS; id++) {
      for (int sequence : new int[] {1, 3, 2}) {
        events.add(event(id, sequence, "UPSERT"));
      }
      if (id < DELETED) {
        events.add(event(id, 5, "DELETE"));
      }
    }
    return events;
  }

  private static Map<String, Object> event(long id, long sequence, String operation) {
    Map<String, Object> event = row(id, sequence);
    event.put("op", operation);
    return event;
  }

  private static Map<String, Object> row(long id, long sequence) {
    Map<String, Object> row = new HashMap<>();
    row.put("id", id);
    row.put("name", "name %d of %d".formatted(sequence, id));
    row.put("seq", sequence);
    return row;
  }

  private static Stream<Map<String, Object>> versions(int id) {
    return Stream.of(
        version(id, 1, 2L), version(id, 2, 3L), version(id, 3, id < DELETED ? 5L : null));
  }

  private static Map<String, Object> version(int id, long start, Long end) {
    Map<String, Object> version = row(id, start);
    version.put("__START_AT", start);
    version.put("__END_AT", end);
    return version;
  }

  private static String[] of(String... keys) {
    return Stream.of(FLOW, keys).flatMap(Stream::of).toArray(String[]::new);
  }
}
