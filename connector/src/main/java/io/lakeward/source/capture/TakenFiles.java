package io.lakeward.source.capture;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of a capture that were taken, each as it was last. One that was written on since is to
 * be taken again, and all are for other topics: records are known by their positions, so that
 * reading them twice changes nothing.
 *
 * @param topics of which topics records were taken, as the mapping has them
 * @param files in the order in which they were taken, no name twice
 */
public record TakenFiles(String topics, List<TakenFile> files) {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String TOPICS = "topics";
  private static final String FILES = "files";

  public TakenFiles {
    requireNonNull(topics, "topics");
    files = List.copyOf(files);
  }

  /** Those of these files that were not taken as they are, for these topics. */
  public List<TakenFile> notTaken(String wanted, List<TakenFile> present) {
    if (!topics.equals(wanted)) {
      return List.copyOf(present);
    }
    Map<String, TakenFile> taken = byName();
    return present.stream().filter(file -> !file.equals(taken.get(file.name()))).toList();
  }

  /** These files and then the others; one of a name that is there takes its place. */
  public TakenFiles plus(TakenFiles more) {
    Map<String, TakenFile> all =
        topics.equals(more.topics) ? new LinkedHashMap<>(byName()) : new LinkedHashMap<>();
    for (TakenFile file : more.files) {
      all.remove(file.name());
      all.put(file.name(), file);
    }
    return new TakenFiles(more.topics, new ArrayList<>(all.values()));
  }

  /** Whether all of the others were taken with these, as they were or later. */
  public boolean cover(TakenFiles others) {
    if (!topics.equals(others.topics)) {
      return others.files.isEmpty();
    }
    Map<String, TakenFile> taken = byName();
    return others.files.stream()
        .allMatch(
            other -> {
              TakenFile file = taken.get(other.name());
              return file != null
                  && (file.equals(other) || file.modifiedMillis() > other.modifiedMillis());
            });
  }

  /** Whether these are the same files, in whatever order. */
  public boolean areThoseOf(TakenFiles others) {
    return topics.equals(others.topics) && new HashSet<>(files).equals(new HashSet<>(others.files));
  }

  private Map<String, TakenFile> byName() {
    Map<String, TakenFile> taken = new LinkedHashMap<>();
    files.forEach(file -> taken.put(file.name(), file));
    return taken;
  }

  /**
   * The files of an offset.
   *
   * @throws IllegalArgumentException where it is none
   */
  public static TakenFiles parse(String json) {
    try {
      JsonNode offset = MAPPER.readTree(json);
      List<TakenFile> taken = new ArrayList<>();
      for (JsonNode file : offset.path(FILES)) {
        taken.add(
            new TakenFile(file.path(0).asText(), file.path(1).asLong(), file.path(2).asLong()));
      }
      if (offset.path(FILES).isArray() && offset.path(TOPICS).isTextual()) {
        return new TakenFiles(offset.path(TOPICS).asText(), taken);
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read the offset of a capture: " + json, e);
    }
    throw new IllegalArgumentException("Cannot read the offset of a capture: " + json);
  }

  /** The offset: of each file name, time and size. */
  public String json() {
    ObjectNode offset = MAPPER.createObjectNode().put(TOPICS, topics);
    ArrayNode array = offset.putArray(FILES);
    for (TakenFile file : files) {
      array.addArray().add(file.name()).add(file.modifiedMillis()).add(file.size());
    }
    return offset.toString();
  }
}
