package io.lakeward.pipeline;

import io.lakeward.lake.LakeCatalog;
import io.lakeward.lake.Tables;
import io.lakeward.mapping.Lake;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.Table;
import io.lakeward.observe.Reporter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the flows of a mapping side by side. A flow that fails stops alone; the others go on, and
 * the run as a whole has failed.
 */
public final class Pipeline {

  private static final long LOOK_MILLIS = 100;

  private final Mapping mapping;
  private final RunMode mode;
  private final Reporter reporter;
  private final CountDownLatch stopRequest = new CountDownLatch(1);

  /** A run of this mapping that tells this reporter what happens. */
  public Pipeline(Mapping mapping, RunMode mode, Reporter reporter) {
    this.mapping = mapping;
    this.mode = mode;
    this.reporter = reporter;
  }

  /** Asks the run to end between two batches. May be called from any thread, more than once. */
  public void requestStop() {
    stopRequest.countDown();
  }

  /**
   * Runs until the sources are drained, a stop is requested or every flow has failed.
   *
   * @return the tables whose flows failed; empty for a run that went well
   * @throws io.lakeward.error.LakewardException where nothing could be started at all
   */
  public List<String> run() {
    Lake lake = mapping.lake();
    Catalog catalog = LakeCatalog.openOrCreate(lake.catalog(), new Configuration());
    Tables tables =
        new Tables(
            catalog,
            lake.namespace(),
            mapping.pipeline(),
            (table, rows) -> reporter.notice(table, "adopted with its " + rows));
    SparkSession session = SparkSessions.of(mapping);
    try {
      List<RunningFlow> flows = flows(session, catalog, tables);
      checkSources(flows);
      flows.forEach(flow -> flow.start(session, mode, mapping.run().trigger()));
      awaitEnd(flows);
      flows.forEach(RunningFlow::look);
      flows.forEach(RunningFlow::prepareToStop);
      flows.forEach(RunningFlow::stop);
      return flows.stream()
          .filter(flow -> flow.failure().isPresent())
          .map(flow -> flow.table())
          .distinct()
          .toList();
    } finally {
      session.stop();
    }
  }

  /** All at once: each may have to wait for a broker that does not answer. */
  private static void checkSources(List<RunningFlow> flows) {
    CompletableFuture.allOf(
            flows.stream()
                .map(flow -> CompletableFuture.runAsync(flow::checkSource, Pipeline::onNewThread))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  private static void onNewThread(Runnable work) {
    new Thread(work, "check-source").start();
  }

  private void awaitEnd(List<RunningFlow> flows) {
    try {
      while (!stopRequest.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        flows.forEach(RunningFlow::look);
        if (flows.stream().noneMatch(RunningFlow::isActive)) {
          flows.forEach(RunningFlow::look); // one may have ended just after it was looked at
        }
        if (flows.stream().noneMatch(RunningFlow::isActive)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<RunningFlow> flows(SparkSession session, Catalog catalog, Tables tables) {
    Formats formats = new Formats(session, mapping.schemaRegistry());
    Configuration hadoop = session.sparkContext().hadoopConfiguration();
    List<RunningFlow> flows = new ArrayList<>();
    for (Table table : mapping.tables()) {
      WiredTable wired = WiredTable.of(mapping, table, formats, hadoop, tables);
      wired
          .changes()
          .forEach(
              flow ->
                  flows.add(
                      new FlowQuery(flow.plan(), flow.target(), flow.checkpoint(), reporter)));
      wired
          .snapshots()
          .forEach(
              flow -> flows.add(new SnapshotFlow(flow.plan(), flow.target(), catalog, reporter)));
    }
    return flows;
  }
}
