package io.lakeward.it.delivery;

import io.lakeward.it.lake.LakeTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;

/** Somebody else's Iceberg client, which appends rows of its own, deletes them and compacts. */
final class ForeignWriter {

  private final Table table;

  ForeignWriter(LakeTable table) {
    this.table = table.iceberg();
  }

  /** Appends a row of which only the key is set. */
  DataFile append(long id) {
    Record row = GenericRecord.create(table.schema());
    row.setField("id", id);
    DataFile file = write(List.of(row));
    table.newAppend().appendFile(file).commit();
    return file;
  }

  /** Deletes a file appended before; false where it is gone, compacted into another. */
  boolean delete(DataFile file) {
    try {
      table.newDelete().deleteFile(file).validateFilesExist().commit();
      return true;
    } catch (ValidationException e) {
      return false;
    }
  }

  /** Rewrites all files and vectors into one file; false where the connector was faster. */
  boolean compact() {
    table.refresh();
    long base = table.currentSnapshot().snapshotId();
    RewriteFiles rewrite = table.newRewrite().validateFromSnapshot(base);
    try (CloseableIterable<FileScanTask> tasks = table.newScan().useSnapshot(base).planFiles();
        CloseableIterable<Record> rows = IcebergGenerics.read(table).useSnapshot(base).build()) {
      for (FileScanTask task : tasks) {
        rewrite.deleteFile(task.file());
        task.deletes().forEach(rewrite::deleteFile);
      }
      List<Record> copies = new ArrayList<>();
      rows.forEach(row -> copies.add(row.copy()));
      rewrite.addFile(write(copies));
      rewrite.commit();
      return true;
    } catch (ValidationException | CommitFailedException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the latest commit is the connector's. */
  boolean isConnectorsTurnOver() {
    table.refresh();
    return table.currentSnapshot().summary().containsKey("lakeward.commit-uuid");
  }

  private DataFile write(List<Record> rows) {
    OutputFileFactory files =
        OutputFileFactory.builderFor(table, 0, System.nanoTime())
            .format(FileFormat.PARQUET)
            .build();
    DataWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(FileFormat.PARQUET)
            .build()
            .newDataWriter(files.newOutputFile(), table.spec(), null);
    try (writer) {
      rows.forEach(writer::write);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer.toDataFile();
  }
}
