package io.lakeward.lake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.FileWriterFactory;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** Data files of Spark's rows; Lakeward writes no delete files through it. */
final class ParquetFiles implements FileWriterFactory<InternalRow> {
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
