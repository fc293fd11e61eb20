package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.lake.DeadLetters;
import io.lakeward.lake.Replacement;
import io.lakeward.mapping.Extent;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.OnError;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.mapping.Retention;
import io.lakeward.mapping.Table;
import io.lakeward.source.RecordFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A flow, ready to run.
 *
 * @param pipeline the pipeline's name
 * @param table the target's full name, for people
 * @param flow the flow's name, unique in the table
 * @param order the flow's place among those of its table, from 0
 * @param flows how many flows its table has
 * @param format how its records are decoded
 * @param feed where its records come from
 * @param tombstoneRetention how long its table remembers deletes
 * @param onTruncate what a truncate of the source does
 * @param onError what becomes of a record that cannot be applied
 * @param maxDeadLetters how many records it may set aside in one run; empty for any number
 * @param extent how far it reads
 * @param sparkConf Spark's settings for this flow alone
 */
record FlowPlan(
    String pipeline,
    String table,
    String flow,
    int order,
    int flows,
    RecordFormat format,
    Feed feed,
    Retention tombstoneRetention,
    OnTruncate onTruncate,
    OnError onError,
    OptionalLong maxDeadLetters,
    Extent extent,
    Map<String, String> sparkConf) {
  FlowPlan {
    requireNonNull(pipeline, "pipeline");
    requireNonNull(table, "table");
    requireNonNull(flow, "flow");
    requireNonNull(format, "format");
    requireNonNull(feed, "feed");
    requireNonNull(tombstoneRetention, "tombstoneRetention");
    requireNonNull(onTruncate, "onTruncate");
    requireNonNull(onError, "onError");
    requireNonNull(maxDeadLetters, "maxDeadLetters");
    requireNonNull(extent, "extent");
    sparkConf = Map.copyOf(sparkConf);
  }

  /** The plan of a table's flow, whose records have this format. */
  static FlowPlan of(Mapping mapping, Table table, Flow flow, RecordFormat format) {
    return new FlowPlan(
        mapping.pipeline(),
        mapping.lake().nameOf(table),
        flow.name(),
        table.flows().indexOf(flow),
        table.flows().size(),
        format,
        Feed.of(mapping, flow),
        table.tombstoneRetention(),
        table.onTruncate(),
        mapping.run().onError(),
        mapping.run().maxDeadLetters(),
        flow.extent(),
        table.sparkConf().values());
  }

  /** Whose the records are that it sets aside, also while its table is built anew. */
  DeadLetters.Owner owner() {
    return new DeadLetters.Owner(pipeline, Replacement.targetOf(table));
  }

  /** The flow's name, where the table's does not say as much. */
  Optional<String> shownFlow() {
    return flows > 1 ? Optional.of(flow) : Optional.empty();
  }

  /**
   * Makes sure that a table which is new knows of the truncates that came before it.
   *
   * @throws BeginsAnew where it does not, and they can be read again
   */
  void requireEveryTruncate(TargetTable target) {
    if (target.hasMissedTruncate() && feed.beginsAtTheFirstRecord()) {
      throw new BeginsAnew(table);
    }
  }
}
