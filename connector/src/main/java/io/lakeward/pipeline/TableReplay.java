package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.DeadLetterSelection;
import io.lakeward.lake.DeadLetters;
import io.lakeward.lake.DeadLetters.Standing;
import io.lakeward.lake.LakeTable;
import io.lakeward.observe.BatchReport;
import io.lakeward.observe.Reporter;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/**
 * Replays records of one table in three steps, each of which may be done again: the table notes
 * that records stand aside, so that it forgets nothing that they need; the records of each flow are
 * merged in one commit; their rows in the table of dead letters say so. What is merged twice is
 * there once, since the fold depends on the set of changes only; and the first step ends only with
 * the last.
 */
final class TableReplay {

  private final SparkSession session;
  private final DeadLetters letters;
  private final List<WiredFlow> flows;
  private final DeadLetters.Owner owner;
  private final Reporter reporter;

  /**
   * A replay.
   *
   * @param flows the flows of the table, at least one, whose view of it joins its writer
   */
  TableReplay(SparkSession session, DeadLetters letters, List<WiredFlow> flows, Reporter reporter) {
    this.session = session;
    this.letters = letters;
    this.flows = List.copyOf(flows);
    this.owner = flows.get(0).plan().owner();
    this.reporter = reporter;
  }

  /**
   * Replays the records that stand aside for a reason, or all; see {@link Replay#run}.
   *
   * @param reason empty for all
   */
  Replay.Outcome run(Optional<String> reason, Replay.Demand demand) {
    Map<String, Standing> chosen = letters.standingOfFlows(session, owner, reason);
    if (!chosen.isEmpty()) {
      flows.forEach(flow -> flow.target().open(flow.plan().format().declaredShape()));
    }
    noteSetAside();
    requireEveryDelete(chosen, demand);
    long replayed = 0;
    long rejected = 0;
    for (WiredFlow flow : flows) {
      if (chosen.containsKey(flow.plan().flow())) {
        BatchReport report = replay(flow, reason);
        long again = rejected(report);
        rejected += again;
        replayed += report.records() - again;
      }
    }
    tellOfOthers(chosen);
    noteSetAside();
    return new Replay.Outcome(replayed, rejected, letters.standing(session, owner));
  }

  /** Before the merge the table begins to hold what the records need, afterwards it may end. */
  private void noteSetAside() {
    flows
        .get(0)
        .target()
        .refreshed()
        .ifPresent(there -> there.noteSetAside(() -> letters.standing(session, owner)));
  }

  /** What was forgotten before they came they would not have met in time either. */
  private void requireEveryDelete(Map<String, Standing> chosen, Replay.Demand demand) {
    Optional<Instant> forgotten = flows.get(0).target().refreshed().flatMap(LakeTable::forgottenAt);
    Optional<Instant> first =
        chosen.values().stream().map(Standing::since).min(Comparator.naturalOrder());
    if (forgotten.isEmpty() || first.isEmpty() || forgotten.get().isBefore(first.get())) {
      return;
    } else if (demand == Replay.Demand.WHAT_IS_LEFT) {
      notice("has forgotten deletes since the first record was set aside");
      return;
    }
    throw LakewardException.of(ErrorCode.TOMBSTONES_FORGOTTEN)
        .fact("table", owner.table())
        .fact("set_aside", first.get())
        .fact("forgotten", forgotten.get())
        .advice(
            "build the table anew from its source, or replay with --force, which may bring rows"
                + " back that were deleted meanwhile")
        .build();
  }

  private BatchReport replay(WiredFlow flow, Optional<String> reason) {
    FlowPlan plan = flow.plan();
    DeadLetterSelection.Choice choice = new DeadLetterSelection.Choice(owner, plan.flow(), reason);
    try (DeadLetterSelection records = letters.select(session, choice)) {
      BatchReport report = merge(flow, records);
      LongAccumulator again = session.sparkContext().longAccumulator();
      records.replace(
          new LetterReview(
              plan.format(), flow.target().layout(), plan.onTruncate(), Instant.now(), again),
          () -> RejectedRecords.requireAsMany(rejected(report), again.value(), owner.table()));
      tell(report, flow);
      return report;
    }
  }

  /** Merges the records, which stand aside nevertheless until they are noted. */
  BatchReport merge(WiredFlow flow, DeadLetterSelection records) {
    return new MicroBatch(flow.target(), flow.plan(), KafkaRows.of(records.rows()), 0, "replay")
        .apply(new FromAside(records.rows().count()));
  }

  private void tell(BatchReport report, WiredFlow flow) {
    notice(
        "replayed %,d of %,d %s%s (%s)"
            .formatted(
                report.records() - rejected(report),
                report.records(),
                report.records() == 1 ? "record" : "records",
                flow.plan().shownFlow().map(name -> " of " + name).orElse(""),
                report.outcomes()));
  }

  private void tellOfOthers(Map<String, Standing> chosen) {
    List<String> known = flows.stream().map(flow -> flow.plan().flow()).toList();
    chosen.forEach(
        (name, standing) -> {
          if (!known.contains(name)) {
            notice(
                "leaves %,d aside of the flow %s, which is not in the mapping"
                    .formatted(standing.records(), name));
          }
        });
    if (chosen.isEmpty()) {
      notice("has no such record aside");
    }
  }

  private static long rejected(BatchReport report) {
    return report.setAside().values().stream().mapToLong(Long::longValue).sum();
  }

  private void notice(String text) {
    reporter.notice(owner.table(), text);
  }
}
