package io.lakeward.lake;

import io.lakeward.mapping.Retention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.io.CloseableIterable;

/**
 * What the state branch forgets in a commit because its retention is over, and the marks that are
 * kept of what is left. Whole files are forgotten, so that it costs a look into the manifests, and
 * that only where a mark has come of age.
 *
 * @param files the files to remove from the branch
 * @param marks the marks after it
 */
record Forgetting(List<DataFile> files, StateMarks marks) {

  Forgetting {
    files = List.copyOf(files);
  }

  /** What the branch of a table, as last refreshed, forgets at a time. */
  static Forgetting of(LakeTable table, Retention retention, Instant now) {
    StateMarks marks = table.state().stateMarks();
    if (retention.limit().isEmpty() || table.stateHead().isEmpty()) {
      return new Forgetting(List.of(), marks);
    }
    Duration limit = retention.limit().get();
    Snapshot head = table.stateHead().get();
    StateMarks marked = marks.marked(head.sequenceNumber(), now, limit);
    OptionalLong forgettable = marked.forgettable(now, limit);
    return forgettable.isEmpty()
        ? new Forgetting(List.of(), marked)
        : new Forgetting(
            filesUpTo(table, head, forgettable.getAsLong()), marked.after(forgettable.getAsLong()));
  }

  /** The paths of the files. */
  Set<String> paths() {
    return files.stream().map(DataFile::location).collect(Collectors.toSet());
  }

  private static List<DataFile> filesUpTo(LakeTable table, Snapshot head, long sequenceNumber) {
    List<DataFile> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks =
        table.iceberg().newScan().useSnapshot(head.snapshotId()).planFiles()) {
      for (FileScanTask task : tasks) {
        if (task.file().dataSequenceNumber() <= sequenceNumber) {
          files.add(task.file());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }
}
