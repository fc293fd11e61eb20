package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.RejectReason;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.DeadLetters;
import io.lakeward.lake.LakeCatalog;
import io.lakeward.lake.Tables;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.Table;
import io.lakeward.observe.Reporter;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.spark.sql.SparkSession;

/**
 * Applies the records of a table that stand aside, as the mapping reads them now, at the places in
 * the order that they always had. A pipeline may write the table meanwhile.
 */
public final class Replay {

  /** What a table must still know. */
  public enum Demand {
    /** Every delete that came after the records were set aside. */
    EVERY_DELETE,
    /** Whatever it has not forgotten. */
    WHAT_IS_LEFT
  }

  /**
   * What became of the records.
   *
   * @param replayed how many do not stand aside any longer
   * @param rejected how many were rejected again
   * @param standing how many of the table stand aside now, for whatever reason
   */
  public record Outcome(long replayed, long rejected, long standing) {}

  private final Mapping mapping;
  private final Table table;
  private final Optional<String> reason;
  private final Demand demand;
  private final Reporter reporter;

  /**
   * A replay of records of one table.
   *
   * @param target the table's name in the mapping
   * @param reason only of records that were set aside for this; empty for all
   * @throws LakewardException TABLE_UNKNOWN where the mapping has no such table
   */
  public Replay(
      Mapping mapping,
      String target,
      Optional<RejectReason> reason,
      Demand demand,
      Reporter reporter) {
    this.mapping = requireNonNull(mapping, "mapping");
    this.table = NamedTable.in(mapping, target);
    this.reason = reason.map(RejectReason::name);
    this.demand = requireNonNull(demand, "demand");
    this.reporter = requireNonNull(reporter, "reporter");
  }

  /**
   * Replays the records.
   *
   * @return what became of them
   * @throws LakewardException TOMBSTONES_FORGOTTEN where the table does not meet the demand;
   *     WRITER_FENCED where a run of the pipeline began meanwhile; COMMIT_CONFLICT where others
   *     always committed first. What is merged by then stays, and may be replayed again
   */
  public Outcome run() {
    Catalog catalog = LakeCatalog.openExisting(mapping.lake().catalog(), new Configuration());
    SparkSession session = SparkSessions.of(mapping);
    try {
      List<String> namespace = mapping.lake().namespace();
      Tables tables = Tables.joining(catalog, namespace, mapping.pipeline());
      Configuration hadoop = session.sparkContext().hadoopConfiguration();
      List<WiredFlow> flows =
          WiredTable.of(
                  mapping, table, new Formats(session, mapping.schemaRegistry()), hadoop, tables)
              .changes();
      if (flows.isEmpty()) {
        reporter.notice(mapping.lake().nameOf(table), "reads snapshots, which set nothing aside");
        return new Outcome(0, 0, 0);
      }
      DeadLetters letters =
          new DeadLetters(catalog, Namespace.of(namespace.toArray(String[]::new)));
      return new TableReplay(session, letters, flows, reporter).run(reason, demand);
    } finally {
      session.stop();
    }
  }
}
