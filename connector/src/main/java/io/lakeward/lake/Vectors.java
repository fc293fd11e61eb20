package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.MergeReport.BranchWork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.io.OutputFileFactory;

/**
 * Writes the deletion vectors of a branch: for each data file that loses rows one vector with all
 * its deleted rows, those of before included, in place of every position delete it had.
 */
final class Vectors {

  private final Table table;
  private final String operationId;

  Vectors(Table table, String operationId) {
    this.table = table;
    this.operationId = operationId;
  }

  /**
   * Writes the vectors of the rows that a merge deletes.
   *
   * @param scan plans, among others, every data file that loses rows
   * @return the vectors, and the delete files that they replace
   */
  DeleteWriteResult write(BranchWork work, TableScan scan) {
    Map<String, FileScanTask> files = plannedFiles(work.deleted().keySet(), scan);
    Map<String, PositionDeleteIndex> previous = new HashMap<>();
    BaseDVFileWriter writer =
        new BaseDVFileWriter(
            OutputFileFactory.builderFor(table, 0, 0)
                .format(FileFormat.PUFFIN)
                .operationId(operationId)
                .build(),
            path -> previous.computeIfAbsent(path, file -> positionDeletes(files.get(file))));
    try {
      work.deleted()
          .forEach(
              (path, rows) -> {
                FileScanTask file = files.get(path);
                rows.forEach(row -> writer.delete(path, row, file.spec(), file.file().partition()));
              });
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    requireExact(work, writer.result(), previous);
    return writer.result();
  }

  private Map<String, FileScanTask> plannedFiles(Set<String> paths, TableScan scan) {
    Map<String, FileScanTask> files = new HashMap<>();
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      for (FileScanTask task : tasks) {
        if (paths.contains(task.file().location())) {
          files.put(task.file().location(), task);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (files.size() != paths.size()) {
      throw broken("data files that lose rows", paths.size(), files.size());
    }
    return files;
  }

  private PositionDeleteIndex positionDeletes(FileScanTask file) {
    List<DeleteFile> deletes =
        file.deletes().stream()
            .filter(delete -> delete.content() == FileContent.POSITION_DELETES)
            .toList();
    if (deletes.isEmpty()) {
      return PositionDeleteIndex.empty();
    }
    BaseDeleteLoader loader =
        new BaseDeleteLoader(delete -> table.io().newInputFile(delete.location()));
    return loader.loadPositionDeletes(deletes, file.file().location());
  }

  /** One vector for each file, with as many rows as it had deleted before and loses now. */
  private void requireExact(
      BranchWork work, DeleteWriteResult result, Map<String, PositionDeleteIndex> previous) {
    Set<String> seen = new HashSet<>();
    for (DeleteFile vector : result.deleteFiles()) {
      String path = vector.referencedDataFile();
      PositionDeleteIndex before = previous.get(path);
      long expected =
          (before.isEmpty() ? 0 : before.cardinality()) + work.deleted().get(path).size();
      if (!seen.add(path) || vector.recordCount() != expected) {
        throw broken("deleted rows of " + path, expected, vector.recordCount());
      }
    }
    if (seen.size() != work.deleted().size()) {
      throw broken("deletion vectors", work.deleted().size(), seen.size());
    }
  }

  private LakewardException broken(String what, long expected, long actual) {
    return LakewardException.of(ErrorCode.INVARIANT_BROKEN)
        .fact("table", table.name())
        .fact("what", what)
        .fact("expected", expected)
        .fact("actual", actual)
        .advice("report this with the table's metadata; nothing of the batch was committed")
        .build();
  }
}
