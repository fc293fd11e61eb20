package io.lakeward.pipeline;

import io.lakeward.lake.Tables;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.OnError;
import io.lakeward.mapping.Retention;
import io.lakeward.mapping.Table;
import io.lakeward.source.RecordFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A flow whose batches are given, and whose process begins anew for each: opens the table and
 * applies one batch as Spark would deliver it again after a restart.
 *
 * @param table the table in the mapping, with this one flow
 * @param batches the values of the records, batch by batch
 */
record ScriptedFlow(Table table, RecordFormat format, List<List<String>> batches) {

  static final String PIPELINE = "test";
  private static final String NAMESPACE = "shop";

  /** What a process does with a batch after it has opened the table. */
  @FunctionalInterface
  interface Writer {
    void write(Delivery delivery);

    /** The product. */
    Writer PRODUCT =
        delivery ->
            new FlowQuery(delivery.plan(), delivery.target(), delivery.checkpoint(), new Silence())
                .apply(delivery.records(), delivery.batch());
  }

  /** A batch on its way to a table. */
  record Delivery(
      FlowPlan plan,
      TargetTable target,
      Checkpoint checkpoint,
      Dataset<Row> records,
      int batch,
      Catalog catalog,
      TableIdentifier table) {

    /** The records as of a feed that is read from and to these offsets. */
    Arrival between(String begin, String end) {
      return new FromFeed(
          target, plan, records, batch, new FromFeed.Range(Optional.of(begin), end), 0);
    }
  }

  /** The name of the table in the catalog. */
  TableIdentifier identifier() {
    return TableIdentifier.of(NAMESPACE, table.target());
  }

  /**
   * Starts a process that applies a batch and ends.
   *
   * @param opened is told when the table is open
   */
  void run(
      int batch,
      Writer writer,
      SparkSession session,
      Catalog catalog,
      Path directory,
      Runnable opened) {
    note(batch, directory);
    Checkpoint checkpoint = new Checkpoint(directory.toString(), new Configuration());
    Flow flow = table.flows().get(0);
    FlowGroup alone = new FlowGroup(table.target());
    alone.add(flow.name(), checkpoint, format);
    TargetTable target =
        new TargetTable(
            new Tables(catalog, List.of(NAMESPACE), PIPELINE), table, flow, alone, checkpoint);
    target.open(format.declaredShape());
    opened.run();
    writer.write(
        new Delivery(
            plan(flow), target, checkpoint, records(batch, session), batch, catalog, identifier()));
  }

  /** How far the source is read after a batch. */
  String end(int batch) {
    return GivenRecords.end(begin(batch + 1));
  }

  /** Spark notes where a batch ends before it begins. */
  private void note(int batch, Path directory) {
    try {
      Path offsets = Files.createDirectories(directory.resolve("offsets"));
      for (int i = 0; i <= batch; i++) {
        Files.writeString(offsets.resolve(String.valueOf(i)), "v1\n{}\n" + end(i));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int begin(int batch) {
    return batches.subList(0, batch).stream().mapToInt(List::size).sum();
  }

  private Dataset<Row> records(int batch, SparkSession session) {
    return GivenRecords.batch(session, begin(batch), batches.get(batch));
  }

  private FlowPlan plan(Flow flow) {
    return new FlowPlan(
        PIPELINE,
        table.target(),
        flow.name(),
        0,
        1,
        format,
        new GivenRecords(GivenRecords.Known.BY_OFFSET),
        Retention.FOREVER,
        table.onTruncate(),
        OnError.FAIL,
        OptionalLong.empty(),
        flow.extent(),
        Map.of());
  }
}
