package io.lakeward.samples.shop.connector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The checkpoints of a pipeline's flows. Spark writes {@code offsets/N} before micro-batch N and
 * {@code commits/N} after it, so a batch with the one and without the other is under way, or was
 * when the process died.
 */
public final class Checkpoint {

  private static final int DEPTH = 4;

  private final Path directory;

  /** The checkpoints below this directory, which need not be there yet. */
  public Checkpoint(Path directory) {
    this.directory = directory;
  }

  /** A micro-batch of a flow. */
  public record Batch(String flow, long id) {
    @Override
    public String toString() {
      return flow + " #" + id;
    }
  }

  /** The batches that have begun and not ended. */
  public List<Batch> open() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> found = Files.walk(directory, DEPTH)) {
      return found
          .filter(path -> path.getFileName().toString().equals("offsets"))
          .flatMap(offsets -> open(offsets).stream())
          .toList();
    } catch (IOException | UncheckedIOException e) {
      // Spark renames and removes files while we look; the next look will do.
      return List.of();
    }
  }

  /** Whether the batch has begun and not ended. */
  public boolean isOpen(Batch batch) {
    return open().contains(batch);
  }

  private static Optional<Batch> open(Path offsets) {
    try (Stream<Path> files = Files.list(offsets)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.chars().allMatch(Character::isDigit))
          .map(Long::valueOf)
          .max(Comparator.naturalOrder())
          .filter(id -> !Files.exists(offsets.resolveSibling("commits").resolve(id.toString())))
          .map(id -> new Batch(offsets.getParent().getFileName().toString(), id));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
