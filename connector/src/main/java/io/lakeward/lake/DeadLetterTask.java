package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Writes the dead letters of one partition to files, which the driver then commits.
 *
 * @param operationId tells the files of a batch from those of others
 */
record DeadLetterTask(Broadcast<Table> table, String operationId) implements Serializable {
  DeadLetterTask {
    requireNonNull(table, "table");
    requireNonNull(operationId, "operationId");
  }

  /** Writes letters on the cluster, and commits nothing. */
  static List<DataFile> write(SparkSession session, Table table, Dataset<Row> letters) {
    Broadcast<Table> broadcast =
        JavaSparkContext.fromSparkContext(session.sparkContext())
            .broadcast(SerializableTableWithSize.copyOf(table));
    try {
      DeadLetterTask task = new DeadLetterTask(broadcast, UUID.randomUUID().toString());
      return SparkPlans.rows(letters).mapPartitions(task::write).collect();
    } finally {
      broadcast.destroy();
    }
  }

  private Iterator<DataFile> write(Iterator<InternalRow> letters) {
    TaskContext task = TaskContext.get();
    TableWriter writer =
        new TableWriter(table.value(), task.partitionId(), task.taskAttemptId(), operationId);
    boolean finished = false;
    try {
      letters.forEachRemaining(writer::write);
      writer.close();
      finished = true;
      return writer.written().iterator();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (!finished) {
        writer.abort();
      }
    }
  }
}
