package io.lakeward.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** The files of a capture that were taken: {@code {"files":["a.jsonl"]}}. */
final class CaptureProgress implements Progress {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public Coverage coverage(String applied, Optional<String> start, String end) {
    Set<String> table = files(applied);
    if (table.containsAll(files(end))) {
      return Coverage.APPLIED;
    }
    return start.isEmpty() || table.containsAll(files(start.get()))
        ? Coverage.CONTINUES
        : Coverage.AHEAD;
  }

  @Override
  public String later(String applied, String end) {
    Set<String> names = new TreeSet<>(files(applied));
    names.addAll(files(end));
    try {
      return JSON.writeValueAsString(Map.of("files", names));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot write the progress of a capture", e);
    }
  }

  @Override
  public OptionalLong mostRecords(Optional<String> start, String end) {
    return OptionalLong.empty();
  }

  /** The names of the files. */
  static Set<String> files(String json) {
    try {
      Set<String> names = new HashSet<>();
      for (JsonNode name : JSON.readTree(json).path("files")) {
        names.add(name.asText());
      }
      return names;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read the progress of a capture: " + json, e);
    }
  }
}
