package io.lakeward.it.fanin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of several flows is a function of their events, whichever of the flows runs first. */
class FanInLawTest {

  private static final int STREAMS = 6;
  private static final int EVENTS = 60;
  private static final int KEYS = 8;
  private static final List<String> COLUMNS = List.of("a", "b");

  @TempDir private Path directory;

  /** An event of the flow that writes one of the columns; without value it deletes its key. */
  private record Event(int flow, long offset, int id, int seq, String value) {
    static final Comparator<Event> ORDER =
        Comparator.comparing(Event::seq).thenComparing(Event::flow).thenComparing(Event::offset);

    Map<String, Object> fields() {
      Map<String, Object> fields = new HashMap<>(Map.of("id", id, "seq", seq));
      fields.put("gone", value.isEmpty());
      fields.put(COLUMNS.get(flow), value);
      return fields;
    }
  }

  @Test
  void theTableIsAFunctionOfTheSetOfEvents() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Map<String, List<Event>> streams = new TreeMap<>();
    PipelineFile file = PipelineFile.ofCapture(directory);
    CaptureFiles captures = new CaptureFiles(directory);
    for (int i = 0; i < STREAMS; i++) {
      String table = "t" + i;
      List<Event> events = events(random);
      streams.put(table, events);
      file.table(
          table,
          "keys: [id]",
          "sequence_by: seq",
          "schema: \"id BIGINT, a STRING, b STRING, seq INT, gone BOOLEAN\"",
          "apply_as_deletes: gone",
          "flows:",
          "- {topic: " + table + "_0, column_list: [id, a]}",
          "- {topic: " + table + "_1, column_list: [id, b]}");
      deliver(table, events, random, captures);
    }
    Run run = Run.once(file.write());
    try (Lake lake = Lake.open(file.warehouse(), PipelineFile.NAMESPACE)) {
      streams.forEach(
          (table, events) -> {
            assertThat(run.records(table)).isEqualTo(events.size());
            assertThat(lake.table(table).rows())
                .as("table %s of seed %d", table, seed)
                .extracting(row -> List.of(row.get("id"), "" + row.get("a"), "" + row.get("b")))
                .containsExactlyInAnyOrderElementsOf(reference(events));
          });
    }
  }

  private static List<Event> events(Random random) {
    List<Event> events = new ArrayList<>();
    for (long i = 0; i < EVENTS; i++) {
      String value = random.nextInt(5) == 0 ? "" : "v" + i;
      events.add(
          new Event(random.nextInt(2), i, random.nextInt(KEYS), random.nextInt(EVENTS / 2), value));
    }
    return events;
  }

  private static void deliver(
      String table, List<Event> events, Random random, CaptureFiles captures) {
    List<Event> shuffled = new ArrayList<>(events);
    Collections.shuffle(shuffled, random);
    int batches = 1 + random.nextInt(4);
    for (Event event : shuffled) {
      captures.add(
          random.nextInt(batches), table + "_" + event.flow(), event.offset(), event.fields());
    }
  }

  /** The plain reading of the law: each column has its latest author since the last delete. */
  private static List<List<Object>> reference(List<Event> events) {
    Map<Integer, Map<String, String>> rows = new TreeMap<>();
    events.stream()
        .sorted(Event.ORDER)
        .forEach(
            event -> {
              if (event.value().isEmpty()) {
                rows.remove(event.id());
              } else {
                rows.computeIfAbsent(event.id(), id -> new HashMap<>())
                    .put(COLUMNS.get(event.flow()), event.value());
              }
            });
    List<List<Object>> expected = new ArrayList<>();
    rows.forEach(
        (id, row) -> expected.add(List.of((long) id, "" + row.get("a"), "" + row.get("b"))));
    return expected;
  }
}
