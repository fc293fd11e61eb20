package io.lakeward.lake;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.RollingDataWriter;
import org.apache.iceberg.util.PropertyUtil;
import org.apache.spark.sql.catalyst.InternalRow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes rows of a task to data files of one branch, each row to its partition. Nothing is opened
 * before the first row. Not thread safe.
 *
 * <p>Rows come in the order of their keys, so those of a partition lie scattered. The first
 * partitions have a file open each; rows of further ones are held back, and written partition by
 * partition at the end, so that a task makes one file of each however many there are.
 */
final class TableWriter implements Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(TableWriter.class);

  /** Each open file holds buffers. */
  private static final int MOST_OPEN_FILES = 32;

  private final Table table;
  private final OutputFileFactory files;
  private final ParquetFiles factory;
  private final PartitionKey partition;
  private final IcebergRow values;
  private final Map<PartitionKey, RollingDataWriter<InternalRow>> open = new HashMap<>();
  private final List<RollingDataWriter<InternalRow>> closed = new ArrayList<>();
  private final RowsByPartition heldBack;

  TableWriter(Table table, int partitionId, long attemptId, String operationId) {
    this.table = table;
    this.files =
        OutputFileFactory.builderFor(table, partitionId, attemptId)
            .format(FileFormat.PARQUET)
            .operationId(operationId)
            .build();
    this.factory = new ParquetFiles(table);
    this.partition = new PartitionKey(table.spec(), table.schema());
    this.values = new IcebergRow(table.schema().asStruct());
    this.heldBack = new RowsByPartition(table.schema(), this::partitionOf);
  }

  void write(InternalRow row) {
    PartitionKey key = partitionOf(row);
    RollingDataWriter<InternalRow> writer = open.get(key);
    if (writer != null) {
      writer.write(row);
    } else if (open.size() < MOST_OPEN_FILES) {
      open(key).write(row);
    } else {
      heldBack.add(row);
    }
  }

  /** The partition of a row: one object for all rows. */
  private PartitionKey partitionOf(InternalRow row) {
    if (table.spec().isPartitioned()) {
      partition.partition(values.over(row));
    }
    return partition;
  }

  private RollingDataWriter<InternalRow> open(PartitionKey key) {
    PartitionKey own = key.copy();
    StructLike place = table.spec().isPartitioned() ? own : null;
    RollingDataWriter<InternalRow> writer =
        new RollingDataWriter<>(factory, files, table.io(), targetBytes(), table.spec(), place);
    open.put(own, writer);
    return writer;
  }

  /** The files written; to be asked after {@link #close}. */
  List<DataFile> written() {
    return closed.stream().flatMap(writer -> writer.result().dataFiles().stream()).toList();
  }

  @Override
  public void close() throws IOException {
    closeOpen();
    for (Iterator<InternalRow> rows = heldBack.sorted(); rows.hasNext(); ) {
      InternalRow row = rows.next();
      PartitionKey key = partitionOf(row);
      RollingDataWriter<InternalRow> writer = open.get(key);
      if (writer == null) {
        closeOpen();
        writer = open(key);
      }
      writer.write(row);
    }
    closeOpen();
  }

  /** Closes all that are open, also where one fails. */
  private void closeOpen() throws IOException {
    List<Exception> failures = new ArrayList<>();
    for (RollingDataWriter<InternalRow> writer : open.values()) {
      try {
        writer.close();
        closed.add(writer);
      } catch (IOException | RuntimeException e) {
        failures.add(e);
      }
    }
    open.clear();
    if (!failures.isEmpty()) {
      IOException failure =
          new IOException("Cannot close the data files of " + table.name(), failures.get(0));
      failures.stream().skip(1).forEach(failure::addSuppressed);
      throw failure;
    }
  }

  /** Deletes what was written; for a task that failed. */
  void abort() {
    try {
      closeOpen();
    } catch (IOException e) {
      // What made the task fail matters more than a file that is left behind.
      LOG.warn("Cannot close the files of a failed task of {}", table.name(), e);
    }
    for (DataFile file : written()) {
      try {
        table.io().deleteFile(file.location());
      } catch (RuntimeException e) {
        LOG.warn("Cannot delete a file of a failed task of {}", table.name(), e);
      }
    }
  }

  private long targetBytes() {
    return PropertyUtil.propertyAsLong(
        table.properties(),
        TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
        TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
  }
}
