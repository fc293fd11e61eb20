package io.lakeward.it.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The connector as a process of its own, as people start it. Never outlives this JVM. */
public final class ConnectorProcess implements AutoCloseable {

  private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ALIVE.forEach(Process::destroyForcibly)));
  }

  private final Process process;
  private final Path stdout;
  private final Path stderr;

  private ConnectorProcess(Process process, Path stdout, Path stderr) {
    this.process = process;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /** Starts {@code run --mapping}. */
  public static ConnectorProcess run(Path mapping) {
    return start(mapping.getParent(), "run", "--mapping", mapping.toString());
  }

  /** Starts {@code run --once --mapping}. */
  public static ConnectorProcess runOnce(Path mapping) {
    return start(mapping.getParent(), "run", "--once", "--mapping", mapping.toString());
  }

  /** Starts a command in a directory. */
  public static ConnectorProcess start(Path directory, String... arguments) {
    try {
      Path stdout = Files.createTempFile(directory, "connector", ".out");
      Path stderr = Path.of(stdout.toString().replace(".out", ".err"));
      Process process =
          new ProcessBuilder(commandLine(arguments))
              .directory(directory.toFile())
              .redirectOutput(stdout.toFile())
              .redirectError(stderr.toFile())
              .start();
      ALIVE.add(process);
      process.onExit().thenAccept(ALIVE::remove);
      return new ConnectorProcess(process, stdout, stderr);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start the connector", e);
    }
  }

  private static List<String> commandLine(String... arguments) throws IOException {
    Path connector = Path.of(System.getProperty("it.connector"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.addAll(List.of(System.getProperty("it.jvm.options").strip().split("\\s+")));
    command.add("-cp");
    command.add(
        connector.resolve("lakeward-connector.jar")
            + ":"
            + Files.readString(connector.resolve("classpath")));
    command.add("io.lakeward.cli.Lakeward");
    command.addAll(List.of(arguments));
    return command;
  }

  /** Kills it with SIGKILL. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Asks it to end, with SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end and gives the exit code; fails if it takes longer. */
  public int exitCode(Duration patience) {
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("The connector runs after " + patience + ":\n" + output());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return process.exitValue();
  }

  /** Waits until something is so, while it runs. */
  public void await(String what, Duration patience, BooleanSupplier condition) {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(process.isAlive()).as("waiting for %s:%n%s", what, output()).isTrue();
      assertThat(System.nanoTime()).as("waiting for %s:%n%s", what, output()).isLessThan(end);
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** What it wrote to stdout so far. */
  public String stdout() {
    return read(stdout);
  }

  /** What it wrote to stderr so far. */
  public String stderr() {
    return read(stderr);
  }

  /** All it wrote, for messages of failed tests. */
  public String output() {
    return stdout() + stderr();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
