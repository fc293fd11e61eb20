package io.lakeward.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A shell in a directory with the launcher and the mappings of a checkout. */
record Shell(Path directory) {

  /** The checkout that is tested. */
  static final Path HOME = Path.of(System.getProperty("it.connector")).resolve("../..").normalize();

  /** A shell in this directory. */
  static Shell in(Path directory) {
    try (Stream<Path> mappings = Files.list(HOME.resolve("mappings"))) {
      Files.createSymbolicLink(directory.resolve("lakeward"), HOME.resolve("lakeward"));
      Files.createDirectory(directory.resolve("mappings"));
      for (Path mapping : mappings.toList()) {
        Files.copy(mapping, directory.resolve("mappings").resolve(mapping.getFileName()));
      }
      return new Shell(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a command line prints on stdout, without times; it must end well. */
  String typed(String commands) throws IOException, InterruptedException {
    Path stdout = directory.resolve("stdout");
    Path stderr = directory.resolve("stderr");
    ProcessBuilder shell =
        new ProcessBuilder(List.of("sh", "-e", "-c", commands))
            .directory(directory.toFile())
            .redirectOutput(stdout.toFile())
            .redirectError(stderr.toFile());
    shell.environment().put("LAKEWARD_ARCHIVE", "no");
    shell.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = shell.start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(commands).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(stderr)).isZero();
    return withoutTimes(Files.readString(stdout));
  }

  /** A text without the times that something took, or was done at. */
  static String withoutTimes(String printed) {
    return printed
        .replaceAll("in [0-9.]+ s", "in a while")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "at some time");
  }
}
