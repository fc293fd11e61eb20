package io.lakeward.lake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.ContentFileUtil;

/**
 * How many rows a table has, told from its metadata alone.
 *
 * @param most at most so many
 * @param exact whether it is just so many: other delete files than vectors may delete a row twice,
 *     or none
 */
public record RowCount(long most, boolean exact) {

  /** The rows of a table's current snapshot. */
  static RowCount of(Table table) {
    long rows = 0;
    boolean exact = true;
    Map<String, Long> vectors = new HashMap<>();
    try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
      for (FileScanTask file : files) {
        rows += file.file().recordCount();
        for (DeleteFile deletes : file.deletes()) {
          if (ContentFileUtil.isDV(deletes)) {
            vectors.put(deletes.referencedDataFile(), deletes.recordCount());
          } else {
            exact = false;
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    long deleted = vectors.values().stream().mapToLong(Long::longValue).sum();
    return new RowCount(rows - deleted, exact);
  }

  @Override
  public String toString() {
    return (exact ? "" : "at most ") + most + (most == 1 ? " row" : " rows");
  }
}
