package io.lakeward.source.capture;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A file of a capture as it was when it was taken. One that was written on since, or that was read
 * for other topics, is to be taken again: its records are known by their positions, so that reading
 * them twice changes nothing.
 *
 * @param name its name in the directory
 * @param modifiedMillis when it was written last, in milliseconds since 1970
 * @param size in bytes
 * @param topics of which topics records were taken, as the mapping has them
 */
public record TakenFile(String name, long modifiedMillis, long size, String topics) {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String FILES = "files";

  public TakenFile {
    requireNonNull(name, "name");
    requireNonNull(topics, "topics");
  }

  /** Whether all of the other file was taken with this one, or after it. */
  public boolean covers(TakenFile other) {
    return equals(other)
        || (name.equals(other.name)
            && topics.equals(other.topics)
            && modifiedMillis > other.modifiedMillis);
  }

  /**
   * The files of an offset.
   *
   * @throws IllegalArgumentException where it is none
   */
  public static List<TakenFile> parse(String json) {
    try {
      JsonNode files = MAPPER.readTree(json).path(FILES);
      if (!files.isArray()) {
        throw new IllegalArgumentException("Cannot read the offset of a capture: " + json);
      }
      List<TakenFile> taken = new ArrayList<>();
      for (JsonNode file : files) {
        taken.add(
            new TakenFile(
                file.path("name").asText(),
                file.path("modified").asLong(),
                file.path("size").asLong(),
                file.path("topics").asText()));
      }
      return taken;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read the offset of a capture: " + json, e);
    }
  }

  /** The offset of these files. */
  public static String json(Collection<TakenFile> taken) {
    ObjectNode offset = MAPPER.createObjectNode();
    ArrayNode files = offset.putArray(FILES);
    for (TakenFile file : taken) {
      files
          .addObject()
          .put("name", file.name)
          .put("modified", file.modifiedMillis)
          .put("size", file.size)
          .put("topics", file.topics);
    }
    return offset.toString();
  }
}
