package io.lakeward.it.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The code blocks of a document, in order. */
record Markdown(List<Block> blocks) {

  private static final Pattern FENCED =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  /** A fenced block with its language. */
  record Block(String language, String text) {}

  static Markdown of(Path file) {
    try {
      Matcher matcher = FENCED.matcher(Files.readString(file));
      List<Block> blocks = new ArrayList<>();
      while (matcher.find()) {
        blocks.add(new Block(matcher.group(1), matcher.group(2)));
      }
      return new Markdown(blocks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first block of a language that contains this. */
  Block with(String language, String part) {
    return blocks.stream()
        .filter(block -> block.language().equals(language) && block.text().contains(part))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No " + language + " block has " + part));
  }

  /** The block after another. */
  Block after(Block block) {
    return blocks.get(blocks.indexOf(block) + 1);
  }
}
