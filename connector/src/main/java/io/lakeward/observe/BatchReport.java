package io.lakeward.observe;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What became of the records of one batch of one table. The outcomes add up to the records, or the
 * report cannot be made (semantics, section 13).
 *
 * @param table the table's name
 * @param flow the flow's name, where the table has several
 * @param batchId Spark's number of the batch, from 0; of a snapshot, how many were applied before
 * @param version the version of the snapshot; empty for a batch of records
 * @param records the records read
 * @param applied the table shows the change
 * @param unchanged the table showed it already
 * @param superseded a newer change hides it
 * @param skipped records without a change, by reason
 * @param setAside records that were rejected, by reason
 * @param unlinked rows whose key changed without their old key being known yet: columns that did
 *     not come with them read null until it is
 * @param work what was written
 * @param time the time from the first record to the commit
 */
public record BatchReport(
    String table,
    Optional<String> flow,
    long batchId,
    Optional<String> version,
    long records,
    long applied,
    long unchanged,
    long superseded,
    Map<SkipReason, Long> skipped,
    Map<RejectReason, Long> setAside,
    long unlinked,
    Work work,
    Duration time) {

  /**
   * What a batch wrote.
   *
   * @param rowsWritten rows in new data files
   * @param rowsDeleted rows deleted by vectors
   * @param files new data files
   * @param attempts how often the batch was merged until its commit held, from 1; 0 for a batch
   *     that had nothing to commit
   */
  public record Work(long rowsWritten, long rowsDeleted, int files, int attempts) {
    /** Nothing was committed. */
    public static final Work NONE = new Work(0, 0, 0, 0);
  }

  public BatchReport {
    requireNonNull(flow, "flow");
    requireNonNull(version, "version");
    skipped = Map.copyOf(skipped);
    setAside = Map.copyOf(setAside);
    long counted = applied + unchanged + superseded + sum(skipped) + sum(setAside);
    if (counted != records) {
      throw new IllegalArgumentException(
          "Cannot account for all records: read=" + records + " counted=" + counted);
    }
  }

  /** What became of how many records, for people. */
  public String outcomes() {
    List<String> outcomes = new ArrayList<>();
    add(outcomes, applied, "applied");
    add(outcomes, unchanged, "unchanged");
    add(outcomes, superseded, "superseded");
    add(outcomes, sum(skipped), "skipped");
    add(outcomes, sum(setAside), "set aside");
    return outcomes.isEmpty() ? "none" : String.join(", ", outcomes);
  }

  /** The report as one line for people. */
  public String line() {
    String waiting =
        unlinked > 0
            ? ", %s waiting for %s old row"
                .formatted(counted(unlinked, "key change"), unlinked == 1 ? "its" : "their")
            : "";
    String retried = work.attempts() > 1 ? ", attempts " + work.attempts() : "";
    return String.format(
        Locale.ROOT,
        "%s%s %s: %s (%s) in %.2f s, %s written, %,d deleted, %s%s%s%s",
        table,
        flow.map(name -> " from " + name).orElse(""),
        version.map(text -> "snapshot " + text).orElse("batch " + batchId),
        counted(records, "record"),
        outcomes(),
        time.toMillis() / 1000.0,
        counted(work.rowsWritten(), "row"),
        work.rowsDeleted(),
        counted(work.files(), "file"),
        retried,
        waiting,
        reasons());
  }

  private String reasons() {
    List<String> reasons = new ArrayList<>();
    setAside.keySet().stream()
        .sorted()
        .forEach(reason -> add(reasons, setAside.get(reason), reason.name()));
    return reasons.isEmpty() ? "" : ", set aside for " + String.join(", ", reasons);
  }

  private static String counted(long count, String name) {
    return String.format(Locale.ROOT, "%,d %s%s", count, name, count == 1 ? "" : "s");
  }

  private static void add(List<String> outcomes, long count, String name) {
    if (count > 0) {
      outcomes.add(String.format(Locale.ROOT, "%,d %s", count, name));
    }
  }

  private static long sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
