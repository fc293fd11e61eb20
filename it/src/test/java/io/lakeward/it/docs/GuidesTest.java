package io.lakeward.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each guide from its first block to its last: what is typed prints what follows. */
class GuidesTest {

  static List<Path> guides() throws IOException {
    try (Stream<Path> guides = Files.list(Shell.HOME.resolve("docs/guides"))) {
      return guides.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("guides")
  void printsWhatItSays(Path guide, @TempDir Path directory) throws Exception {
    Shell shell = Shell.in(directory);
    Markdown document = Markdown.of(guide);
    List<Markdown.Block> typed =
        document.blocks().stream().filter(block -> block.language().equals("sh")).toList();
    assertThat(typed).isNotEmpty();
    for (Markdown.Block commands : typed) {
      assertThat(shell.typed(commands.text()))
          .isEqualTo(Shell.withoutTimes(document.after(commands).text()));
    }
  }
}
