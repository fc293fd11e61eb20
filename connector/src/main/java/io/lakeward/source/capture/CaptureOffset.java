package io.lakeward.source.capture;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.read.streaming.Offset;

/** The files of a capture that were taken, by name in the order in which they were. */
final class CaptureOffset extends Offset {

  static final CaptureOffset BEGINNING = new CaptureOffset(List.of());

  /** Each offset in the checkpoint names all files before it, so their number is limited. */
  static final int MOST_FILES = 10_000;

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String FILES = "files";

  private final List<String> files;

  private CaptureOffset(List<String> files) {
    this.files = List.copyOf(files);
  }

  static CaptureOffset parse(String json) {
    try {
      JsonNode names = MAPPER.readTree(json).path(FILES);
      if (names.isArray()) {
        Set<String> files = new LinkedHashSet<>();
        names.forEach(name -> files.add(name.asText()));
        return new CaptureOffset(List.copyOf(files));
      }
    } catch (JsonProcessingException e) {
      // Refused below, with the text that is none.
    }
    throw LakewardException.of(ErrorCode.OFFSETS_UNREADABLE)
        .fact("offsets", json)
        .advice("give the offsets as an earlier run wrote them: {\"files\": [names]}")
        .build();
  }

  List<String> files() {
    return files;
  }

  /** This offset and the files after it. */
  CaptureOffset plus(List<String> more) {
    List<String> all = new ArrayList<>(files);
    all.addAll(more);
    if (all.size() > MOST_FILES) {
      throw LakewardException.of(ErrorCode.CAPTURE_UNREADABLE)
          .fact("problem", "too many files")
          .fact("files", all.size())
          .fact("most", MOST_FILES)
          .advice("join small files, or read old ones from a directory of their own")
          .build();
    }
    return new CaptureOffset(all);
  }

  /** The files of this offset that the other does not have. */
  List<String> since(CaptureOffset start) {
    Set<String> taken = Set.copyOf(start.files);
    return files.stream().filter(name -> !taken.contains(name)).toList();
  }

  @Override
  public String json() {
    ObjectNode node = MAPPER.createObjectNode();
    ArrayNode names = node.putArray(FILES);
    files.forEach(names::add);
    return node.toString();
  }
}
