package io.lakeward.it.delivery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The micro-batches that Spark began and did not end, as its checkpoints tell. */
final class OpenBatches {
  private OpenBatches() {}

  /** How many there are in the checkpoints below a directory. */
  static long below(Path checkpoints) {
    if (!Files.isDirectory(checkpoints)) {
      return 0;
    }
    try (Stream<Path> found = Files.walk(checkpoints)) {
      return found
          .filter(path -> path.endsWith("offsets"))
          .mapToLong(
              offsets -> {
                Set<String> open = batches(offsets);
                open.removeAll(batches(offsets.resolveSibling("commits")));
                return open.size();
              })
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> batches(Path log) {
    if (!Files.isDirectory(log)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(log)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.chars().allMatch(Character::isDigit))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
