package io.lakeward.it.connector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A mapping file in the making: everything of a pipeline lies below one directory. */
public final class PipelineFile {

  /** The namespace of all tables of the tests. */
  public static final String NAMESPACE = "shop";

  private final Path directory;
  private final List<String> source = new ArrayList<>();
  private final List<String> tables = new ArrayList<>();
  private String pipeline = "shop";
  private String format = "debezium-json";
  private String trigger = "0 seconds";
  private String onError = "fail";
  private Path warehouse;

  private PipelineFile(Path directory) {
    this.directory = directory;
    this.warehouse = directory.resolve("lake");
  }

  /** A pipeline that reads from a broker, at most so many records at a time. */
  public static PipelineFile ofKafka(Path directory, String bootstrapServers, int recordsPerBatch) {
    PipelineFile file = new PipelineFile(directory);
    file.source.add("kafka:");
    file.source.add("  bootstrap_servers: \"" + bootstrapServers + "\"");
    file.source.add("  max_records_per_batch: " + recordsPerBatch);
    return file;
  }

  /** A pipeline that reads the captures below its directory, each file as a batch of its own. */
  public static PipelineFile ofCapture(Path directory) {
    PipelineFile file = new PipelineFile(directory);
    file.source.add("capture:");
    file.source.add("  path: \"" + directory.resolve("capture") + "\"");
    file.source.add("  max_files_per_trigger: 1");
    file.format = "json";
    return file;
  }

  /** A pipeline all of whose tables are filled from snapshots: it needs no source. */
  public static PipelineFile ofSnapshots(Path directory) {
    return new PipelineFile(directory);
  }

  /** Names the pipeline. */
  public PipelineFile named(String name) {
    this.pipeline = name;
    return this;
  }

  /** Adds a line of YAML to the source. */
  public PipelineFile source(String line) {
    source.add(line);
    return this;
  }

  /** Sets the format of all records. */
  public PipelineFile format(String key) {
    this.format = key;
    return this;
  }

  /** Sets the pause between batches. */
  public PipelineFile trigger(String pause) {
    this.trigger = pause;
    return this;
  }

  /** Sets records aside that cannot be applied. */
  public PipelineFile settingAside() {
    this.onError = "dead_letter";
    return this;
  }

  /** Puts the lake elsewhere. */
  public PipelineFile warehouse(Path elsewhere) {
    this.warehouse = elsewhere;
    return this;
  }

  /** Adds a table with further keys, each a line of YAML. */
  public PipelineFile table(String target, String... keys) {
    tables.add("- target: " + target);
    for (String key : keys) {
      tables.add("  " + key);
    }
    return this;
  }

  /** Where the checkpoints are. */
  public Path checkpoints() {
    return directory.resolve("checkpoints");
  }

  /** Deletes all checkpoints, as somebody does who lost them. */
  public void deleteCheckpoints() {
    try (Stream<Path> files = Files.walk(checkpoints())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the lake is. */
  public Path warehouse() {
    return warehouse;
  }

  /** Writes the file and says where it is. */
  public Path write() {
    List<String> lines = new ArrayList<>();
    lines.add("pipeline: " + pipeline);
    if (!source.isEmpty()) {
      lines.add("source:");
      source.forEach(line -> lines.add("  " + line));
      lines.add("  format: " + format);
    }
    lines.add("lake:");
    lines.add("  catalog: {name: lake, type: local, warehouse: \"" + warehouse + "\"}");
    lines.add("  namespace: " + NAMESPACE);
    lines.add("run:");
    lines.add("  trigger: " + trigger);
    lines.add("  on_error: " + onError);
    lines.add("  checkpoint: \"" + checkpoints() + "\"");
    lines.add("tables:");
    tables.forEach(line -> lines.add("  " + line));
    try {
      return Files.write(directory.resolve(pipeline + ".yaml"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
