package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** Where the records lie. */
public sealed interface Source {

  /**
   * A Kafka cluster.
   *
   * @param bootstrapServers {@code host:port}, several with commas between
   * @param startingOffsets where a flow starts that has no checkpoint and no table yet
   * @param maxRecordsPerBatch the limit of a micro-batch of one flow; empty for none
   * @param properties consumer properties, passed on unchanged
   */
  record Kafka(
      String bootstrapServers,
      StartingOffsets startingOffsets,
      Optional<Long> maxRecordsPerBatch,
      Options properties)
      implements Source {
    public Kafka {
      Checks.text(bootstrapServers, "bootstrapServers");
      requireNonNull(startingOffsets, "startingOffsets");
      maxRecordsPerBatch.ifPresent(limit -> Checks.positive(limit, "maxRecordsPerBatch"));
      requireNonNull(properties, "properties");
    }
  }

  /**
   * A directory of JSON-lines files in the form that {@code kcat -C -J} prints.
   *
   * @param path the directory, absolute
   * @param maxFilesPerTrigger how many files make a micro-batch; empty for all there are
   */
  record Capture(String path, Optional<Integer> maxFilesPerTrigger) implements Source {
    public Capture {
      Checks.text(path, "path");
      maxFilesPerTrigger.ifPresent(limit -> Checks.positive(limit, "maxFilesPerTrigger"));
    }
  }
}
