package io.lakeward.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The blocks of the README of a sample, typed in a checkout: what is typed prints what follows. */
class OrdersLiveReadmeTest {

  private static final Path SAMPLE = Path.of("samples/orders-live");

  @Test
  void printsWhatItSays(@TempDir Path directory) throws Exception {
    Shell shell = Shell.in(directory);
    copySample(directory);
    Markdown document = Markdown.of(Shell.HOME.resolve(SAMPLE).resolve("README.md"));
    List<Markdown.Block> typed =
        document.blocks().stream().filter(block -> block.language().equals("sh")).toList();
    assertThat(typed).hasSize(5);
    for (Markdown.Block commands : typed) {
      // The two tables are written side by side, so only their lines are certain.
      assertThat(withoutFiles(shell.typed(commands.text())))
          .containsExactlyInAnyOrderElementsOf(
              withoutFiles(Shell.withoutTimes(document.after(commands).text())));
    }
  }

  /** Lines without the number of files, of which there are as many as the machine has cores. */
  private static List<String> withoutFiles(String printed) {
    return printed.lines().map(line -> line.replaceFirst(", \\d+ files?$", "")).toList();
  }

  private static void copySample(Path directory) throws Exception {
    Path source = Shell.HOME.resolve(SAMPLE);
    for (String part : List.of("capture", "expected")) {
      Path copy = Files.createDirectories(directory.resolve(SAMPLE).resolve(part));
      try (Stream<Path> files = Files.list(source.resolve(part))) {
        for (Path file : files.sorted().toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    Files.copy(source.resolve("mapping.yaml"), directory.resolve(SAMPLE).resolve("mapping.yaml"));
  }
}
