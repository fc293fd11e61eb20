package io.lakeward.samples.shop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The directory that holds everything of one demo. */
final class DemoDirectory {

  private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  private final Path path;

  private DemoDirectory(Path path) {
    this.path = path;
  }

  /** A new directory below {@code demo} in the current one. */
  static DemoDirectory create() throws IOException {
    Path parent = Files.createDirectories(Path.of("demo").toAbsolutePath());
    String name = LocalDateTime.now().format(NAME);
    Path path = parent.resolve(name);
    for (int i = 2; Files.exists(path); i++) {
      path = parent.resolve(name + "-" + i);
    }
    Files.createDirectory(path);
    Files.createDirectory(path.resolve("tmp"));
    return new DemoDirectory(path);
  }

  Path path() {
    return path;
  }

  /** Makes logs and temporary files of this JVM land here. To be called before anything logs. */
  void adopt() {
    System.setProperty("lakeward.samples.log", path.resolve("demo.log").toString());
    System.setProperty("java.io.tmpdir", path.resolve("tmp").toString());
  }

  /** Removes the directory with all that is in it, and its parent if that is empty then. */
  void delete() throws IOException {
    try (Stream<Path> found = Files.walk(path)) {
      for (Path file : found.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    try (Stream<Path> siblings = Files.list(path.getParent())) {
      List<Path> rest = siblings.toList();
      if (rest.isEmpty()) {
        Files.delete(path.getParent());
      }
    }
  }
}
