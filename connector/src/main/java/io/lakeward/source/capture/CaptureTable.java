package io.lakeward.source.capture;

import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A capture as Spark sees it: a table that can only be streamed. */
record CaptureTable(CaptureOptions options) implements SupportsRead, Scan {

  @Override
  public String name() {
    return "capture " + options.directory();
  }

  @Override
  public String description() {
    return name();
  }

  // Spark still asks for it, though it prefers columns().
  @Override
  @SuppressWarnings("deprecation")
  public StructType schema() {
    return CaptureSchema.WITH_HEADERS;
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.MICRO_BATCH_READ);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap scanOptions) {
    return () -> this;
  }

  @Override
  public StructType readSchema() {
    return CaptureSchema.WITH_HEADERS;
  }

  @Override
  public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
    return new CaptureStream(options);
  }
}
