package io.lakeward.samples.shop.connector;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The connector's command {@code reconcile}, running as a process of its own until it has ended.
 */
public final class ReconcileProcess implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 180;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final Path log;

  private ReconcileProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * What a comparison found, and what is left of it.
   *
   * @param different keys whose rows differ
   * @param missing keys that the lake lacks
   * @param extra keys that the source lacks
   * @param keys those that differ in any way, as JSON
   * @param remaining how many differ after the repair
   */
  public record Found(long different, long missing, long extra, List<String> keys, long remaining) {
    public Found {
      keys = List.copyOf(keys);
    }
  }

  /**
   * Starts {@code launcher reconcile --repair} for a table.
   *
   * @param against the source's rows, as a mapping would describe a snapshot
   * @param log takes what it says on its way
   */
  public static ReconcileProcess start(
      Path launcher, Path mapping, String table, String against, Path log) throws IOException {
    List<String> command =
        List.of(
            launcher.toString(),
            "reconcile",
            "--repair",
            "--format",
            "json",
            "--mapping",
            mapping.toString(),
            "--table",
            table,
            "--against",
            against);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(Redirect.appendTo(log.toFile()));
    builder.environment().putIfAbsent("LAKEWARD_JAVA_OPTS", ConnectorProcess.SHORT_LIFE);
    return new ReconcileProcess(builder.start(), log);
  }

  /** Waits for its end and gives what it found. */
  public Found await() throws IOException, InterruptedException {
    byte[] printed = process.getInputStream().readAllBytes();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || printed.length == 0) {
      throw new IllegalStateException("Could not reconcile; see " + log);
    }
    JsonNode found = JSON.readTree(printed);
    List<String> keys = new ArrayList<>();
    found.path("examples").forEach(example -> keys.add(example.path("key").toString()));
    return new Found(
        found.path("different").asLong(-1),
        found.path("missing").asLong(-1),
        found.path("extra").asLong(-1),
        keys,
        found.path("repair").path("remaining").asLong(-1));
  }

  /** Makes sure that nothing of it runs on. */
  @Override
  public void close() {
    Stream.concat(process.descendants(), Stream.of(process.toHandle()))
        .toList()
        .forEach(ProcessHandle::destroyForcibly);
  }
}
