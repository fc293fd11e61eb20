package io.lakeward.samples.launched;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.samples.shop.connector.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell in a directory, in which {@code ./lakeward} is the launcher.
 *
 * @param directory where its commands run
 */
public record Lakeward(Path directory) {

  private static final int PATIENCE_MINUTES = 5;

  /** A shell in a directory that has no launcher yet. */
  public static Lakeward in(Path directory) throws IOException {
    Files.createSymbolicLink(directory.resolve("lakeward"), Launcher.find());
    return new Lakeward(directory);
  }

  /** What a command prints on stdout; it must end well. */
  public String typed(String command) throws IOException, InterruptedException {
    Path stdout = directory.resolve("stdout");
    Path stderr = directory.resolve("stderr");
    ProcessBuilder shell =
        new ProcessBuilder(List.of("sh", "-e", "-c", command))
            .directory(directory.toFile())
            .redirectOutput(stdout.toFile())
            .redirectError(stderr.toFile());
    shell.environment().put("JAVA_HOME", System.getProperty("java.home"));
    // Few starts would not earn what an archive, or well optimised code, costs.
    shell.environment().put("LAKEWARD_ARCHIVE", "no");
    shell.environment().put("LAKEWARD_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    Process process = shell.start();
    try {
      assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).as(command).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    assertThat(process.exitValue())
        .as(command + "\n" + Files.readString(stdout) + Files.readString(stderr))
        .isZero();
    return Files.readString(stdout);
  }

  /** The rows that a query prints, each a line of JSON. */
  public List<String> rows(String mapping, String sql) throws IOException, InterruptedException {
    return typed("./lakeward query --mapping %s \"%s\" --format json".formatted(mapping, sql))
        .lines()
        .toList();
  }
}
