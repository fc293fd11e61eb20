package io.lakeward.source.capture;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The checked options of {@link CaptureSource}.
 *
 * @param directory the directory's path
 * @param filesPerBatch how many files make a micro-batch
 * @param topics the topics to read; all where it is empty
 * @param topicPattern what topics must match
 * @param startingOffsets the JSON to start from without a checkpoint
 */
record CaptureOptions(
    String directory,
    int filesPerBatch,
    Set<String> topics,
    Pattern topicPattern,
    String startingOffsets)
    implements Serializable {

  static CaptureOptions of(CaseInsensitiveStringMap options) {
    String directory = options.getOrDefault(CaptureSource.PATH, "");
    String files = options.getOrDefault(CaptureSource.MAX_FILES_PER_TRIGGER, "1");
    String topics = options.getOrDefault(CaptureSource.TOPICS, "");
    String pattern = options.getOrDefault(CaptureSource.TOPIC_PATTERN, "");
    if (!topics.isBlank() && !pattern.isBlank()) {
      throw invalid(CaptureSource.TOPIC_PATTERN, pattern, "give topics or a pattern, not both");
    }
    if (directory.isBlank()) {
      throw invalid(CaptureSource.PATH, directory, "give the capture's directory");
    }
    if (!Files.isDirectory(Path.of(directory))) {
      throw LakewardException.of(ErrorCode.CAPTURE_UNREADABLE)
          .fact("directory", directory)
          .fact("problem", "there is no such directory")
          .advice("create it, or correct source.capture.path")
          .build();
    }
    return new CaptureOptions(
        directory,
        positive(files),
        Arrays.stream(topics.split(","))
            .map(String::strip)
            .filter(topic -> !topic.isEmpty())
            .collect(Collectors.toUnmodifiableSet()),
        pattern(pattern.isBlank() ? ".*" : pattern),
        options.getOrDefault(CaptureSource.STARTING_OFFSETS, CaptureOffset.BEGINNING.json()));
  }

  private static int positive(String text) {
    try {
      int value = Integer.parseInt(text.strip());
      if (value > 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the number that is none.
    }
    throw invalid(CaptureSource.MAX_FILES_PER_TRIGGER, text, "give a number from 1");
  }

  private static Pattern pattern(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw invalid(CaptureSource.TOPIC_PATTERN, text, "give a regular expression");
    }
  }

  private static LakewardException invalid(String option, String value, String advice) {
    return LakewardException.of(ErrorCode.MAPPING_INVALID)
        .fact("key", "source.capture." + option)
        .fact("value", value)
        .advice(advice)
        .build();
  }

  /** Which topics are read, as one text that is the same for the same. */
  String topicsAsGiven() {
    return topics.isEmpty() ? topicPattern.pattern() : String.join(",", new TreeSet<>(topics));
  }

  /** Whether records of this topic are read. */
  boolean reads(String topic) {
    return (topics.isEmpty() || topics.contains(topic)) && topicPattern.matcher(topic).matches();
  }
}
