package io.lakeward.pipeline;

import io.lakeward.change.Position;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.Departure;
import io.lakeward.lake.Departures;
import io.lakeward.lake.LakeTable;
import io.lakeward.lake.Waiting;
import io.lakeward.mapping.Retention;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;

/**
 * Looks for the other halves of a batch's key changes where records do not name them, as of a feed
 * that drops Debezium's headers: first in the batch, then, for what is left, in the table. Either
 * half may come first, in the batch or before it. On the driver, for one batch.
 */
final class UnlinkedKeyChanges {

  /** All of them go through the driver, whose memory does not grow with data. */
  static final int MOST_IN_A_BATCH = 50_000;

  /** What waits is written into the table's metadata with each batch. */
  static final int MOST_WAITING = 20_000;

  private final String table;
  private final Optional<LakeTable> target;
  private final Waiting waiting;
  private List<DecodeReport.Orphan> orphans = List.of();
  private List<Departure> departures = List.of();
  private boolean tableSearched;

  /**
   * The key changes of a batch.
   *
   * @param table its table's name, for people
   * @param retention how long an upsert waits for its old key
   */
  UnlinkedKeyChanges(String table, Optional<LakeTable> target, Retention retention, Instant now) {
    this.table = table;
    this.target = target;
    this.waiting =
        target
            .map(there -> there.waiting().youngerThan(retention.limit(), now))
            .orElse(Waiting.NONE);
  }

  /** The halves found so far. */
  KeyChangeLinks links() {
    return new KeyChangeLinks(waiting, orphans, departures);
  }

  /**
   * Looks further where upserts of the batch are without their old key.
   *
   * @param report of the batch decoded with {@link #links}
   * @return whether the batch must be decoded with more links
   * @throws LakewardException KEY_CHANGES_UNLINKED where there are too many
   */
  boolean findsMore(DecodeReport report, SparkSession session) {
    if (report.orphans().size() > MOST_IN_A_BATCH) {
      throw tooMany(
          report.orphans().size(),
          MOST_IN_A_BATCH,
          "let Debezium's record headers through to Kafka, or lower"
              + " source.kafka.max_records_per_batch");
    }
    if (orphans.isEmpty()) {
      orphans = report.orphans();
      return !orphans.isEmpty();
    }
    List<byte[]> unlinked = unlinked(report).stream().map(DecodeReport.Orphan::sequence).toList();
    if (tableSearched || unlinked.isEmpty()) {
      return false;
    }
    tableSearched = true;
    departures = new Departures(session, target.orElseThrow()).of(unlinked);
    return !departures.isEmpty();
  }

  /** The upserts of a decoded batch whose old key was found neither in it nor in the table. */
  static List<DecodeReport.Orphan> unlinked(DecodeReport report) {
    Set<Position> adopted = adopted(report);
    return report.orphans().stream()
        .filter(orphan -> !adopted.contains(Position.of(orphan.sequence())))
        .toList();
  }

  /**
   * What waits after the batch.
   *
   * @throws LakewardException KEY_CHANGES_UNLINKED where that is too much
   */
  Waiting waitingAfter(DecodeReport report, Instant now) {
    Set<Position> done = adopted(report);
    List<DecodeReport.Orphan> unlinked = unlinked(report);
    unlinked.forEach(orphan -> done.add(Position.of(orphan.sequence())));
    Waiting after =
        waiting
            .filter(upsert -> !done.contains(Position.of(upsert.sequence())))
            .plus(
                unlinked.stream()
                    .map(orphan -> new Waiting.Upsert(orphan.sequence(), orphan.key(), now))
                    .toList());
    if (after.upserts().size() > MOST_WAITING) {
      throw tooMany(
          after.upserts().size(),
          MOST_WAITING,
          "raise source.kafka.max_records_per_batch, so that the deletes of these key changes come"
              + " in one batch with their creates");
    }
    return after;
  }

  private LakewardException tooMany(int count, int most, String advice) {
    return LakewardException.of(ErrorCode.KEY_CHANGES_UNLINKED)
        .fact("table", table)
        .fact("key_changes", count)
        .fact("most", most)
        .advice(advice)
        .build();
  }

  private static Set<Position> adopted(DecodeReport report) {
    Set<Position> adopted = new HashSet<>();
    report.adopted().forEach(sequence -> adopted.add(Position.of(sequence)));
    return adopted;
  }
}
