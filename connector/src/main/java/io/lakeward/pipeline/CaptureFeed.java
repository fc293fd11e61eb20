package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Source;
import io.lakeward.source.capture.CaptureSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamReader;

/** A directory of captured records. Work is known by file there: records may come in any order. */
final class CaptureFeed implements Feed {

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
  public List<String> missing(Optional<String> applied) {
    Path directory = Path.of(source.path());
    return applied.map(CaptureProgress::files).orElse(List.of()).stream()
        .filter(file -> !Files.exists(directory.resolve(file)))
        .sorted()
        .toList();
  }

  @Override
  public boolean beginsAtTheFirstRecord() {
    return true;
  }

  @Override
  public Progress progress() {
    return new CaptureProgress();
  }

  @Override
  public Map<String, Map<Integer, Long>> appliedOffsets(Optional<String> applied) {
    return Map.of();
  }
}
