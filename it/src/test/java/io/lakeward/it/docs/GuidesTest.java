package io.lakeward.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each guide from its first block to its last: what is typed prints what follows. */
class GuidesTest {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+\\.java)\\)");

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
    for (Markdown.Block commands : typed) {
      assertThat(shell.typed(commands.text()))
          .isEqualTo(Shell.withoutTimes(document.after(commands).text()));
    }
  }

  /** A block of Java is a part of one of the files that the guide links to. */
  @ParameterizedTest
  @MethodSource("guides")
  void quotesTheCodeAsItIs(Path guide) throws Exception {
    Markdown document = Markdown.of(guide);
    List<String> linked = new ArrayList<>();
    for (MatchResult link : LINK.matcher(Files.readString(guide)).results().toList()) {
      linked.add(Files.readString(guide.resolveSibling(link.group(1)).normalize()));
    }
    assertThat(document.blocks()).isNotEmpty();
    for (Markdown.Block block : document.blocks()) {
      if (block.language().equals("java")) {
        assertThat(linked).anySatisfy(file -> assertThat(file).contains(block.text()));
      }
    }
  }
}
