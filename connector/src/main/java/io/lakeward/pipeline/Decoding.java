package io.lakeward.pipeline;

import io.lakeward.change.Position;
import io.lakeward.lake.ChangeRows;
import io.lakeward.lake.KeyFilter;
import io.lakeward.lake.MergeInput;
import io.lakeward.lake.SparkPlans;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordFormat;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import scala.Function1;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * Decodes a batch on the cluster: one job that reads the records, decodes them and leaves the
 * changes shuffled by key. The merge's job starts from that shuffle, so nothing is read or decoded
 * again.
 *
 * @param report what all tasks saw
 * @param input the changes for the merge
 */
record Decoding(DecodeReport report, MergeInput input) {

  /** For a batch whose size nobody told. */
  private static final long UNTOLD_RECORDS = 200_000;

  /** Beyond this the key filter stays at its size and lets more rows pass. */
  private static final long MOST_FILTERED_KEYS = 4_000_000;

  /**
   * Decodes a batch.
   *
   * @param session the batch's session
   * @param batch Spark's Kafka columns
   * @param layout what to decode to
   * @param flowOrder the flow's place in the mapping, from 0
   * @param mostRecords at most how many records the batch has; empty where nobody told
   * @param links the halves of key changes that do not name each other, as far as they are known
   * @param onTruncate what a truncate of the source does
   * @param applied the offsets up to which records are in the table already
   */
  static Decoding of(
      SparkSession session,
      Dataset<Row> batch,
      RecordFormat format,
      Layout layout,
      int flowOrder,
      OptionalLong mostRecords,
      KeyChangeLinks links,
      OnTruncate onTruncate,
      Map<String, Map<Integer, Long>> applied) {
    long records = mostRecords.orElse(UNTOLD_RECORDS);
    long expectedKeys = Math.max(1, Math.min(records, MOST_FILTERED_KEYS));
    int partitions = MergeInput.partitionsOf(records, session.sparkContext().defaultParallelism());
    ChangeRows rows = new ChangeRows(layout);
    DecodeTask task =
        new DecodeTask(
            format, rows, flowOrder, partitions, expectedKeys, links, onTruncate, applied);
    JavaRDD<InternalRow> decoded = SparkPlans.rows(batch).mapPartitions(task::decoded);
    JavaRDD<InternalRow> changes =
        SparkPlans.partitioned(
            session,
            decoded.rdd(),
            rows.schema(),
            partitions + 1,
            functions.col(ChangeRows.KEY_COLUMN),
            functions.col(ChangeRows.ORDER_COLUMN));
    DecodeReport total = new DecodeReport();
    KeyFilter keys = KeyFilter.sized(expectedKeys);
    for (DecodeReport report : reports(changes, partitions, rows.report())) {
      total.addAll(report);
      keys.addAll(KeyFilter.of(report.keyFilter()));
    }
    return new Decoding(total, input(layout, changes, partitions, keys, total));
  }

  private static MergeInput input(
      Layout layout,
      JavaRDD<InternalRow> changes,
      int partitions,
      KeyFilter keys,
      DecodeReport report) {
    return new MergeInput(
        layout,
        changes,
        partitions,
        report.changes(),
        keys,
        report.smallestKey().length == 0
            ? Optional.empty()
            : Optional.of(new MergeInput.KeyBounds(report.smallestKey(), report.largestKey())),
        report.truncates(),
        Position.of(report.highestSequence()),
        report.hasKeyChanges(),
        report.hasPartialRows(),
        MergeInput.Basis.RECORDS);
  }

  /** Runs the decoding by asking for the last partition alone, which holds the reports. */
  private static List<DecodeReport> reports(
      JavaRDD<InternalRow> changes, int partition, int reportColumn) {
    byte[][][] reports =
        (byte[][][])
            changes
                .rdd()
                .context()
                .runJob(
                    changes.rdd(),
                    (Function1<Iterator<InternalRow>, byte[][]> & Serializable)
                        rows -> reportsOf(rows, reportColumn),
                    CollectionConverters.asScala(List.<Object>of(partition)).toSeq(),
                    ClassTag$.MODULE$.apply(byte[][].class));
    return Arrays.stream(reports[0]).map(DecodeReport::of).toList();
  }

  private static byte[][] reportsOf(Iterator<InternalRow> rows, int reportColumn) {
    List<byte[]> reports = new ArrayList<>();
    while (rows.hasNext()) {
      reports.add(rows.next().getBinary(reportColumn));
    }
    return reports.toArray(byte[][]::new);
  }
}
