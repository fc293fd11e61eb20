package io.lakeward.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The blocks of README, typed into a shell, with the launcher itself. */
class ReadmeTest {

  private static final Markdown README = Markdown.of(Shell.HOME.resolve("README.md"));

  @TempDir private Path directory;

  private Shell shell;

  @BeforeEach
  void checkout() {
    shell = Shell.in(directory);
  }

  @Test
  void theExampleWithoutKafkaPrintsWhatItSays() throws Exception {
    Markdown.Block commands = README.with("sh", "capture/1.jsonl");
    assertThat(shell.typed(commands.text()))
        .isEqualTo(Shell.withoutTimes(README.after(commands).text()));
  }

  @Test
  void theFirstMappingIsValid() throws Exception {
    Files.writeString(directory.resolve("shop.yaml"), README.with("yaml", "pipeline: shop").text());
    String validate =
        README.with("sh", "./lakeward validate").text().lines().findFirst().orElseThrow();
    assertThat(shell.typed(validate)).isEqualTo("shop.yaml is right: pipeline shop, 2 tables\n");
  }

  @Test
  void theFirstTwoCommandsAreThoseOfTheLauncherAndTheBuild() throws Exception {
    assertThat(README.with("sh", "./lakeward demo").text().lines().map(line -> line.split("  ")[0]))
        .containsExactly("./lakeward demo", "mvn verify");
    for (String command :
        List.of(
            "demo", "sample", "run", "validate", "query", "refresh", "dead-letters", "reconcile")) {
      assertThat(shell.typed("./lakeward --help")).containsPattern("(?m)^  " + command + "\\b");
    }
    assertThat(shell.typed("./lakeward demo --help"))
        .contains("--seconds", "--rate", "--seed", "--keep");
  }
}
