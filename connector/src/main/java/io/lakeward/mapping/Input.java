package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

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
   * @param path where they lie: files, absolute, may hold wildcards; a table of the lake's catalog;
   *     a table of a database, or a query in its words
   * @param format how they are written
   * @param version what orders them, over their place or their columns; of a database also a query
   *     in its words that begins with {@code SELECT}
   * @param options for the reader; some are secrets
   * @param absentWithin over the columns by their names in the source: for which rows of the table
   *     it counts that a snapshot lacks them; empty for all
   * @param successMarker the file without which a directory is not complete yet; empty for none
   */
  record Snapshots(
      String path,
      SnapshotFormat format,
      Expression version,
      Options options,
      Optional<Expression> absentWithin,
      Optional<String> successMarker)
      implements Input {
    public Snapshots {
      Checks.text(path, "path");
      requireNonNull(format, "format");
      requireNonNull(version, "version");
      requireNonNull(options, "options");
      requireNonNull(absentWithin, "absentWithin");
      successMarker.ifPresent(name -> Checks.text(name, "successMarker"));
      if (successMarker.isPresent() && !format.isOfFiles()) {
        throw new IllegalArgumentException("Cannot mark what is not written bit by bit: " + format);
      }
    }
  }
}
