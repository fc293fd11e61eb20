package io.lakeward.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Source;
import io.lakeward.source.capture.CaptureSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamReader;

/** A directory of captured records. Work is known by file there: records may come in any order. */
final class CaptureFeed implements Feed {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Source.Capture source;
  private final Input input;

  CaptureFeed(Source.Capture source, Input input) {
    this.source = source;
    this.input = input;
  }

  @Override
  public void check() {
    if (!Files.isDirectory(Path.of(source.path()))) {
      throw LakewardException.of(ErrorCode.CAPTURE_UNREADABLE)
          .fact("path", source.path())
          .advice("create the directory, or correct source.capture.path")
          .build();
    }
  }

  @Override
  public Dataset<Row> stream(SparkSession session, Optional<String> applied) {
    DataStreamReader reader =
        session
            .readStream()
            .format(CaptureSource.class.getName())
            .option(CaptureSource.PATH, source.path());
    source
        .maxFilesPerTrigger()
        .ifPresent(most -> reader.option(CaptureSource.MAX_FILES_PER_TRIGGER, most));
    applied.ifPresent(offsets -> reader.option(CaptureSource.STARTING_OFFSETS, offsets));
    if (input instanceof Input.TopicPattern pattern) {
      reader.option(CaptureSource.TOPIC_PATTERN, pattern.regex());
    } else if (input instanceof Input.Topics topics) {
      reader.option(CaptureSource.TOPICS, String.join(",", topics.names()));
    }
    return reader.load();
  }

  @Override
  public Progress progress() {
    return (applied, start, end) -> {
      Set<String> table = files(applied);
      if (table.containsAll(files(end))) {
        return Progress.Coverage.APPLIED;
      }
      return start.isEmpty() || table.containsAll(files(start.get()))
          ? Progress.Coverage.CONTINUES
          : Progress.Coverage.AHEAD;
    };
  }

  @Override
  public Map<String, Map<Integer, Long>> appliedOffsets(Optional<String> applied) {
    return Map.of();
  }

  private static Set<String> files(String json) {
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
