package io.lakeward.samples.shop.connector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The connector, running as a process of its own. */
public final class ConnectorProcess implements AutoCloseable {

  private static final int LOG_LINES = 40;
  private static final int PATIENCE_SECONDS = 30;

  /** In the two minutes that it runs, optimised code would not earn what its compilation costs. */
  static final String SHORT_LIFE = "-XX:TieredStopAtLevel=1";

  /** The exit code of a JVM that ended in order on SIGTERM. */
  private static final int TERMINATED = 128 + 15;

  private final Process process;
  private final Path log;
  private volatile boolean ending;

  private ConnectorProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts {@code launcher run --mapping mapping}, with its output appended to the log. */
  public static ConnectorProcess start(Path launcher, Path mapping, Path log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(launcher.toString(), "run", "--mapping", mapping.toString())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()));
    builder.environment().putIfAbsent("LAKEWARD_JAVA_OPTS", SHORT_LIFE);
    Process process = builder.start();
    return new ConnectorProcess(process, log);
  }

  /** Throws if the connector has ended by itself. */
  public void check() {
    if (!ending && !process.isAlive()) {
      throw failed("The connector ended by itself, with exit code " + process.exitValue());
    }
  }

  /** Kills the connector with SIGKILL, and whatever it started. */
  public void kill() throws InterruptedException {
    ending = true;
    List<ProcessHandle> all = all();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(handle -> handle.onExit().join());
    process.waitFor();
  }

  /** The connector's process id. */
  public long pid() {
    return process.pid();
  }

  /** Asks the connector to end, with SIGTERM, and throws if it does not end in order. */
  public void stop() throws InterruptedException {
    check();
    ending = true;
    all().forEach(ProcessHandle::destroy);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      kill();
      throw failed("The connector did not end within " + PATIENCE_SECONDS + " s of SIGTERM");
    }
    int exit = process.exitValue();
    if (exit != 0 && exit != TERMINATED) {
      throw failed("The connector answered SIGTERM with exit code " + exit);
    }
  }

  /** The launcher may stay in front of the connector's JVM: both must be reached. */
  private List<ProcessHandle> all() {
    return Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
  }

  private IllegalStateException failed(String what) {
    return new IllegalStateException(what + ". The end of its log:\n" + endOfLog());
  }

  private String endOfLog() {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes sure that nothing of it runs on. */
  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
