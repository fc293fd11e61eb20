package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.change.Position;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.RecordShape;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What Lakeward keeps in the properties of a table, where neither snapshot expiry nor foreign
 * compaction can lose it (semantics, section 13).
 *
 * @param pipeline the pipeline that writes the table
 * @param keys the key columns, in key order
 * @param sequenceType the type of the sequence, in Spark's DDL
 * @param writerEpoch counts the writers, with a random part so that two who count at one moment
 *     differ: a newer one fences all older ones
 * @param truncatedAt the position of the highest truncate; empty for none
 * @param truncates all truncates of a history
 * @param intervals the names of the interval columns of a history, each by what it holds
 * @param addedAt by column name, the encoded sequence of the first change that carried a column
 *     added later
 * @param progress by flow, how far its source was applied
 * @param stateMarks when the state branch held what
 * @param waiting upserts that wait for the key they came from
 * @param highestSequence the highest encoded sequence of all changes that came; none in a table
 *     that an older version wrote
 * @param setAside how many records were set aside
 */
record TableState(
    String pipeline,
    List<String> keys,
    String sequenceType,
    String writerEpoch,
    byte[] truncatedAt,
    List<TruncateMark> truncates,
    Map<Bound, String> intervals,
    Map<String, byte[]> addedAt,
    Map<String, String> progress,
    StateMarks stateMarks,
    Waiting waiting,
    Position highestSequence,
    long setAside) {

  static final String PIPELINE = "lakeward.pipeline";
  static final String KEYS = "lakeward.keys";
  static final String SEQUENCE_TYPE = "lakeward.sequence-type";
  static final String WRITER_EPOCH = "lakeward.writer-epoch";
  static final String TRUNCATED_AT = "lakeward.truncated-at";
  static final String TRUNCATES = "lakeward.truncates";
  private static final String INTERVAL = "lakeward.interval.";
  static final String ADDED_AT = "lakeward.added-at.";
  static final String OFFSETS = "lakeward.offsets.";
  static final String COMPLETE = "lakeward.complete.";
  static final String STATE_MARKS = "lakeward.state-marks";
  static final String HIGHEST_SEQUENCE = "lakeward.highest-sequence";
  static final String SET_ASIDE = "lakeward.set-aside";
  static final String FORGOTTEN_AT = "lakeward.forgotten-at";
  static final String WAITING = "lakeward.waiting";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HexFormat HEX = HexFormat.of();

  TableState {
    requireNonNull(pipeline, "pipeline");
    keys = List.copyOf(keys);
    requireNonNull(sequenceType, "sequenceType");
    truncates = List.copyOf(truncates);
    intervals = Map.copyOf(intervals);
    addedAt = Map.copyOf(addedAt);
    progress = Map.copyOf(progress);
    requireNonNull(stateMarks, "stateMarks");
    requireNonNull(waiting, "waiting");
    requireNonNull(highestSequence, "highestSequence");
  }

  /** Whether a property is one of these, or another that only Lakeward sets. */
  static boolean isProperty(String name) {
    return name.startsWith("lakeward.");
  }

  /** Reads the state from a table's properties; empty for a table Lakeward never wrote. */
  static Optional<TableState> of(Map<String, String> properties) {
    String pipeline = properties.get(PIPELINE);
    if (pipeline == null) {
      return Optional.empty();
    }
    Map<String, byte[]> addedAt = new LinkedHashMap<>();
    properties.forEach(
        (name, value) -> {
          if (name.startsWith(ADDED_AT)) {
            addedAt.put(name.substring(ADDED_AT.length()), HEX.parseHex(value));
          }
        });
    return Optional.of(
        new TableState(
            pipeline,
            names(properties.getOrDefault(KEYS, "[]")),
            properties.getOrDefault(SEQUENCE_TYPE, ""),
            properties.getOrDefault(WRITER_EPOCH, "0"),
            HEX.parseHex(properties.getOrDefault(TRUNCATED_AT, "")),
            TruncateMark.parse(properties.getOrDefault(TRUNCATES, "")),
            intervals(properties),
            addedAt,
            progress(properties),
            StateMarks.parse(properties.getOrDefault(STATE_MARKS, "")),
            Waiting.parse(properties.getOrDefault(WAITING, "")),
            Position.of(HEX.parseHex(properties.getOrDefault(HIGHEST_SEQUENCE, ""))),
            setAside(properties)));
  }

  /** How many records of a table stand aside, by its properties. */
  static long setAside(Map<String, String> properties) {
    return Long.parseLong(properties.getOrDefault(SET_ASIDE, "0"));
  }

  /** By flow, how far its source was applied, in the properties of a table or of a snapshot. */
  static Map<String, String> progress(Map<String, String> properties) {
    Map<String, String> progress = new LinkedHashMap<>();
    properties.forEach(
        (name, value) -> {
          if (name.startsWith(OFFSETS)) {
            progress.put(name.substring(OFFSETS.length()), value);
          }
        });
    return progress;
  }

  private static Map<Bound, String> intervals(Map<String, String> properties) {
    Map<Bound, String> intervals = new EnumMap<>(Bound.class);
    for (Bound bound : Bound.values()) {
      String name = properties.get(nameOf(bound));
      if (name != null) {
        intervals.put(bound, name);
      }
    }
    return intervals;
  }

  private static String nameOf(Bound bound) {
    return INTERVAL + bound.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The properties of a table that is being created or adopted. */
  static Map<String, String> initial(String pipeline, RecordShape shape, Keeping keeping) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(PIPELINE, pipeline);
    properties.put(KEYS, json(shape.keys()));
    properties.put(SEQUENCE_TYPE, shape.sequenceType().catalogString());
    properties.putAll(keeping.properties());
    shape.intervals().forEach(column -> properties.put(nameOf(column.bound()), column.name()));
    properties.put(WRITER_EPOCH, "0");
    return properties;
  }

  /** The epoch of the writer after this one. */
  String nextWriterEpoch() {
    int end = writerEpoch.indexOf('-');
    long count = Long.parseLong(end < 0 ? writerEpoch : writerEpoch.substring(0, end));
    return (count + 1) + "-" + UUID.randomUUID();
  }

  static String hex(byte[] bytes) {
    return HEX.formatHex(bytes);
  }

  private static List<String> names(String json) {
    try {
      return JSON.readValue(json, new TypeReference<ArrayList<String>>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot read the keys of the table: " + json, e);
    }
  }

  private static String json(List<String> names) {
    try {
      return JSON.writeValueAsString(names);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write the keys of the table: " + names, e);
    }
  }
}
