package io.lakeward.source.capture;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadMaxFiles;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;

/** Takes the files of a directory in (modification time, name) order, each once as it is. */
final class CaptureStream implements MicroBatchStream, SupportsTriggerAvailableNow {

  private final CaptureOptions options;
  private Optional<List<TakenFile>> available = Optional.empty();

  CaptureStream(CaptureOptions options) {
    this.options = options;
  }

  @Override
  public Offset initialOffset() {
    return CaptureOffset.parse(options.startingOffsets());
  }

  @Override
  public Offset deserializeOffset(String json) {
    return CaptureOffset.parse(json);
  }

  @Override
  public ReadLimit getDefaultReadLimit() {
    return ReadLimit.maxFiles(options.filesPerBatch());
  }

  /** Files that come later are for the next run. */
  @Override
  public void prepareForTriggerAvailableNow() {
    available = Optional.of(list());
  }

  @Override
  public Offset latestOffset() {
    throw new UnsupportedOperationException("latestOffset(Offset, ReadLimit) is called instead");
  }

  @Override
  public Offset latestOffset(Offset start, ReadLimit limit) {
    CaptureOffset from = (CaptureOffset) start;
    long most = limit instanceof ReadMaxFiles files ? files.maxFiles() : Long.MAX_VALUE;
    List<TakenFile> next =
        from.notTaken(options.topicsAsGiven(), available.orElseGet(this::list)).stream()
            .limit(most)
            .toList();
    return next.isEmpty() ? from : from.plus(options.topicsAsGiven(), next);
  }

  @Override
  public InputPartition[] planInputPartitions(Offset start, Offset end) {
    return ((CaptureOffset) end)
        .since((CaptureOffset) start).stream()
            .map(file -> Path.of(options.directory(), file.name()).toString())
            .map(CapturePartition::new)
            .toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    CaptureOptions shipped = options;
    return partition -> new CaptureReader(((CapturePartition) partition).file(), shipped);
  }

  @Override
  public void commit(Offset end) {
    // The checkpoint remembers; nothing is removed from the directory.
  }

  @Override
  public void stop() {
    // Nothing is open between batches.
  }

  /** Files that are hidden or still empty are not there yet. */
  private List<TakenFile> list() {
    try (Stream<Path> files = Files.list(Path.of(options.directory()))) {
      return files
          .filter(CaptureStream::isReady)
          .map(this::asItIs)
          .sorted(Comparator.comparing(TakenFile::modifiedMillis).thenComparing(TakenFile::name))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw LakewardException.of(ErrorCode.CAPTURE_UNREADABLE)
          .fact("directory", options.directory())
          .fact("problem", e.getMessage())
          .cause(e)
          .build();
    }
  }

  private static boolean isReady(Path file) {
    String name = file.getFileName().toString();
    return !name.startsWith(".")
        && !name.startsWith("_")
        && Files.isRegularFile(file)
        && file.toFile().length() > 0;
  }

  private TakenFile asItIs(Path file) {
    try {
      return new TakenFile(
          file.getFileName().toString(),
          Files.getLastModifiedTime(file).toMillis(),
          Files.size(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
