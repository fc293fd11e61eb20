package io.lakeward.it.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table that got a column or a field later holds what it would hold had it had it from the start
 * (case S6): events that come late still write it where nobody newer spoke for it.
 */
class LaterColumnsTest {

  private static final String NARROW =
      "id BIGINT, a STRING, seq BIGINT, cols ARRAY<STRING>, s STRUCT<x: STRING>";
  private static final String WIDE =
      NARROW.replace("x: STRING", "x: STRING, c: STRING") + ", c STRING";

  /** By name, the rule for partial updates. */
  private static final Map<String, String> RULES =
      new LinkedHashMap<>(
          Map.of(
              "whole", "",
              "anynull", "ignore_null_updates: true",
              "nullinsome", "ignore_null_updates_column_list: [a]",
              "nullinothers", "ignore_null_updates_except_column_list: [a]",
              "listed", "columns_to_update: cols"));

  private static final List<Integer> TYPES = List.of(1, 2);
  private static final int EVENTS = 40;
  private static final int KEYS = 6;

  @TempDir private Path directory;

  @Test
  void aColumnThatCameLaterIsAsIfItHadAlwaysBeenThere() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    CaptureFiles captures = new CaptureFiles(directory);
    List<Integer> sequences = new ArrayList<>();
    for (int i = 0; i < 2 * EVENTS; i++) {
      sequences.add(i);
    }
    Collections.shuffle(sequences, random);
    for (int i = 0; i < EVENTS; i++) {
      captures.add(0, "events", i, event(random, sequences.get(i), List.of("a"), List.of("x")));
    }
    Run.once(mapping(NARROW));
    for (int i = EVENTS; i < 2 * EVENTS; i++) {
      captures.add(
          1, "events", i, event(random, sequences.get(i), List.of("a", "c"), List.of("x", "c")));
    }
    Run.once(mapping(WIDE));
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      for (String rule : RULES.keySet()) {
        for (int type : TYPES) {
          assertThat(values(lake, "grown_" + rule + type))
              .as("%s of type %d, seed %d", rule, type, seed)
              .isNotEmpty()
              .containsExactlyInAnyOrderElementsOf(values(lake, "wide_" + rule + type));
        }
      }
    }
  }

  /** The rows by column, the fields of the struct among them. */
  private static List<Map<String, Object>> values(Lake lake, String table) {
    List<Map<String, Object>> rows = lake.table(table).rows();
    for (Map<String, Object> row : rows) {
      if (row.get("s") instanceof Record struct) {
        row.put("s", "there");
        struct.struct().fields().forEach(f -> row.put("s." + f.name(), struct.getField(f.name())));
      }
    }
    return rows;
  }

  private static Map<String, Object> event(
      Random random, int sequence, List<String> columns, List<String> fields) {
    Map<String, Object> event = new HashMap<>();
    event.put("id", random.nextInt(KEYS));
    event.put("seq", sequence);
    List<String> listed = new ArrayList<>();
    for (String column : columns) {
      if (random.nextBoolean()) {
        event.put(column, column + sequence);
      }
      if (random.nextBoolean()) {
        listed.add(column);
      }
    }
    Map<String, Object> struct = new HashMap<>();
    for (String field : fields) {
      if (random.nextBoolean()) {
        struct.put(field, field + sequence);
      }
      if (random.nextBoolean()) {
        listed.add("s." + field);
      }
    }
    if (random.nextInt(4) > 0) {
      event.put("s", struct);
    }
    if (random.nextInt(4) > 0) {
      event.put("cols", listed);
    }
    return event;
  }

  private Path mapping(String grown) {
    PipelineFile file = PipelineFile.ofCapture(directory);
    RULES.forEach(
        (rule, key) -> {
          for (int type : TYPES) {
            table(file, "grown_" + rule + type, grown, key, type);
            table(file, "wide_" + rule + type, WIDE, key, type);
          }
        });
    return file.write();
  }

  private static void table(PipelineFile file, String name, String schema, String rule, int type) {
    file.table(
        name,
        "topic: events",
        "schema: \"" + schema + "\"",
        "keys: [id]",
        "sequence_by: seq",
        "except_column_list: [cols]",
        "stored_as_scd_type: " + type,
        rule);
  }
}
