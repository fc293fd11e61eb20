package io.lakeward.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The blocks of README, typed into a shell, with the launcher itself. */
class ReadmeTest {

  private static final Path HOME =
      Path.of(System.getProperty("it.connector")).resolve("../..").normalize();

  private static final Markdown README = Markdown.of(HOME.resolve("README.md"));

  @TempDir private Path directory;

  @BeforeEach
  void checkout() throws IOException {
    Files.createSymbolicLink(directory.resolve("lakeward"), HOME.resolve("lakeward"));
    Files.createDirectory(directory.resolve("mappings"));
    try (Stream<Path> mappings = Files.list(HOME.resolve("mappings"))) {
      for (Path mapping : mappings.toList()) {
        Files.copy(mapping, directory.resolve("mappings").resolve(mapping.getFileName()));
      }
    }
  }

  @Test
  void theExampleWithoutKafkaPrintsWhatItSays() throws Exception {
    Markdown.Block commands = README.with("sh", "capture/1.jsonl");
    assertThat(withoutTimes(typed(commands.text())))
        .isEqualTo(withoutTimes(README.after(commands).text()));
  }

  @Test
  void theFirstMappingIsValid() throws Exception {
    Files.writeString(directory.resolve("shop.yaml"), README.with("yaml", "pipeline: shop").text());
    String validate =
        README.with("sh", "./lakeward validate").text().lines().findFirst().orElseThrow();
    assertThat(typed(validate)).isEqualTo("shop.yaml is right: pipeline shop, 2 tables\n");
  }

  @Test
  void theFirstTwoCommandsAreThoseOfTheLauncherAndTheBuild() throws Exception {
    assertThat(README.with("sh", "./lakeward demo").text().lines().map(line -> line.split("  ")[0]))
        .containsExactly("./lakeward demo", "mvn verify");
    assertThat(typed("./lakeward --help")).contains("demo", "run", "validate", "query");
    assertThat(typed("./lakeward demo --help")).contains("--seconds", "--rate", "--seed", "--keep");
  }

  private static String withoutTimes(String printed) {
    return printed.replaceAll("in [0-9.]+ s", "in a while");
  }

  /** What the commands print on stdout; they must end well. */
  private String typed(String commands) throws IOException, InterruptedException {
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
    return Files.readString(stdout);
  }
}
