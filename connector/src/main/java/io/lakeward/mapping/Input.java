package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** What a flow reads. */
public sealed interface Input {

  /**
   * Topics by name.
   *
   * @param names at least one
   */
  record Topics(List<String> names) implements Input {
    public Topics {
      names = Checks.distinct(Checks.notEmpty(names, "topics"), "topics");
    }
  }

  /**
   * All topics whose whole name matches.
   *
   * @param regex a Java regular expression
   */
  record TopicPattern(String regex) implements Input {
    public TopicPattern {
      Checks.text(regex, "regex");
    }
  }

  /**
   * Full snapshots, each with a version, in place of change events.
   *
   * @param path where they lie; may hold wildcards
   * @param format how they are written
   * @param version the version, over the path or a column
   * @param options for Spark's reader
   */
  record Snapshots(
      String path,
      SnapshotFormat format,
      Expression version,
      Options options,
      java.util.Optional<Expression> absentWithin,
      java.util.Optional<String> successMarker)
      implements Input {
    public Snapshots {
      Checks.text(path, "path");
      requireNonNull(format, "format");
      requireNonNull(version, "version");
      requireNonNull(options, "options");
    }
  }
}
