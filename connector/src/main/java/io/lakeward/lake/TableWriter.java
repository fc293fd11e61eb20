package io.lakeward.lake;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.FileWriterFactory;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.RollingDataWriter;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.util.PropertyUtil;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes rows of a task to data files of one branch, each row to its partition. Nothing is opened
 * before the first row. Not thread safe.
 */
final class TableWriter implements Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(TableWriter.class);

  /** Each open file holds buffers: beyond so many, the one that was not written longest closes. */
  private static final int MOST_OPEN_FILES = 64;

  private final Table table;
  private final OutputFileFactory files;
  private final FileWriterFactory<InternalRow> factory;
  private final PartitionKey partition;
  private final IcebergRow values;

  /** By partition, least recently written first. */
  private final Map<PartitionKey, RollingDataWriter<InternalRow>> open =
      new LinkedHashMap<>(16, 0.75f, true);

  private final List<RollingDataWriter<InternalRow>> closed = new ArrayList<>();

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
  }

  void write(InternalRow row) {
    if (table.spec().isPartitioned()) {
      partition.partition(values.over(row));
    }
    RollingDataWriter<InternalRow> writer = open.get(partition);
    if (writer == null) {
      writer = open();
    }
    writer.write(row);
  }

  private RollingDataWriter<InternalRow> open() {
    if (open.size() == MOST_OPEN_FILES) {
      try {
        closeEldest();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    PartitionKey key = partition.copy();
    StructLike place = table.spec().isPartitioned() ? key : null;
    RollingDataWriter<InternalRow> writer =
        new RollingDataWriter<>(factory, files, table.io(), targetBytes(), table.spec(), place);
    open.put(key, writer);
    return writer;
  }

  private void closeEldest() throws IOException {
    Iterator<RollingDataWriter<InternalRow>> all = open.values().iterator();
    RollingDataWriter<InternalRow> eldest = all.next();
    all.remove();
    closed.add(eldest);
    eldest.close();
  }

  /** The files written; to be asked after {@link #close}. */
  List<DataFile> written() {
    return closed.stream().flatMap(writer -> writer.result().dataFiles().stream()).toList();
  }

  @Override
  public void close() throws IOException {
    while (!open.isEmpty()) {
      closeEldest();
    }
  }

  /** Deletes what was written; for a task that failed. */
  void abort() {
    try {
      close();
      written().forEach(file -> table.io().deleteFile(file.location()));
    } catch (IOException | RuntimeException e) {
      // What made the task fail matters more than a file that is left behind.
      LOG.warn("Cannot delete the files of a failed task of {}", table.name(), e);
    }
  }

  private long targetBytes() {
    return PropertyUtil.propertyAsLong(
        table.properties(),
        TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
        TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
  }

  /** Data files of Spark's rows; Lakeward writes no delete files through it. */
  private static final class ParquetFiles implements FileWriterFactory<InternalRow> {
    private final Table table;
    private final StructType rowType;
    private final Map<String, String> properties;

    ParquetFiles(Table table) {
      this.table = table;
      this.rowType = SparkSchemaUtil.convert(table.schema());
      this.properties = table.properties();
    }

    @Override
    public DataWriter<InternalRow> newDataWriter(
        EncryptedOutputFile file, PartitionSpec spec, StructLike partition) {
      try {
        return FormatModelRegistry.<InternalRow, StructType>dataWriteBuilder(
                FileFormat.PARQUET, InternalRow.class, file)
            .schema(table.schema())
            .engineSchema(rowType)
            .setAll(properties)
            .metricsConfig(MetricsConfig.forTable(table))
            .spec(spec)
            .partition(partition)
            .overwrite()
            .build();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public EqualityDeleteWriter<InternalRow> newEqualityDeleteWriter(
        EncryptedOutputFile file, PartitionSpec spec, StructLike partition) {
      throw new IllegalStateException("Cannot write equality deletes: readers would pay for them");
    }

    @Override
    public PositionDeleteWriter<InternalRow> newPositionDeleteWriter(
        EncryptedOutputFile file, PartitionSpec spec, StructLike partition) {
      throw new IllegalStateException("Cannot write position deletes from a task");
    }
  }
}
