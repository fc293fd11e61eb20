package io.lakeward.it.connector;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Map;

/** A directory of captures, each file a batch, in the form that {@code kcat -C -J} prints. */
public final class CaptureFiles {

  private static final long TIME = 1_767_225_600_000L;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path directory;

  /** The captures of a pipeline, below its directory. */
  public CaptureFiles(Path pipeline) {
    this.directory = pipeline.resolve("capture");
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a record without key to the file of a batch. */
  public void add(int batch, String topic, long offset, Object payload) {
    try {
      addText(batch, topic, offset, null, JSON.writeValueAsString(payload));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds a record with a key to the file of a batch.
   *
   * @param key null for none
   */
  public void addText(int batch, String topic, long offset, String key, String payload) {
    addText(batch, topic, offset, key, payload, Map.of());
  }

  /**
   * Adds a record with a key and headers to the file of a batch.
   *
   * @param key null for none
   * @param payload null for a record without value
   */
  public void addText(
      int batch,
      String topic,
      long offset,
      String key,
      String payload,
      Map<String, String> headers) {
    try {
      ObjectNode line =
          JSON.createObjectNode()
              .put("topic", topic)
              .put("partition", 0)
              .put("offset", offset)
              .put("tstype", "create")
              .put("ts", TIME + offset)
              .put("broker", 0)
              .put("key", key)
              .put("payload", payload);
      if (!headers.isEmpty()) {
        ArrayNode pairs = line.putArray("headers");
        headers.forEach((name, value) -> pairs.add(name).add(value));
      }
      Path file = directory.resolve("%04d.jsonl".formatted(batch));
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      // The order of the files must not hang on how fast they were written.
      Files.setLastModifiedTime(file, FileTime.fromMillis(TIME + batch));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes the file of a batch. */
  public void remove(int batch) {
    try {
      Files.delete(directory.resolve("%04d.jsonl".formatted(batch)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
