package io.lakeward.pipeline;

import io.lakeward.change.Position;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.Departure;
import io.lakeward.lake.Waiting;
import io.lakeward.mapping.Retention;
import java.io.Serializable;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The two halves of key changes whose records do not name each other, as where a feed drops
 * Debezium's headers: the delete of the old key and the upsert of the new one have the same
 * sequence (semantics, section 3). Either may come first, in the batch or before it.
 */
final class KeyChangeLinks implements Serializable {

  /** They go through the driver, whose memory does not grow with data. */
  private static final int MOST = 50_000;

  private final Waiting waiting;
  private final Map<Sequence, byte[]> newKeys;
  private final Map<Sequence, byte[]> oldKeys;

  /** Bytes as a map's key. */
  private record Sequence(byte[] bytes) implements Serializable {
    @Override
    public boolean equals(Object other) {
      return other instanceof Sequence sequence
          && Position.of(bytes).equals(Position.of(sequence.bytes));
    }

    @Override
    public int hashCode() {
      return Position.of(bytes).hashCode();
    }
  }

  private KeyChangeLinks(
      Waiting waiting, Map<Sequence, byte[]> newKeys, Map<Sequence, byte[]> oldKeys) {
    this.waiting = waiting;
    this.newKeys = newKeys;
    this.oldKeys = oldKeys;
  }

  /**
   * The links of a batch.
   *
   * @param waiting upserts of earlier batches
   * @param orphans upserts of the batch that do not name their old key
   * @param departures deletes of earlier batches that have their sequences
   * @throws LakewardException KEY_CHANGES_UNLINKED where there are too many
   */
  static KeyChangeLinks of(
      String table,
      Waiting waiting,
      List<DecodeReport.Orphan> orphans,
      List<Departure> departures) {
    if (waiting.upserts().size() + orphans.size() > MOST) {
      throw LakewardException.of(ErrorCode.KEY_CHANGES_UNLINKED)
          .fact("table", table)
          .fact("key_changes", waiting.upserts().size() + orphans.size())
          .fact("most", MOST)
          .advice(
              "let Debezium's record headers through to Kafka as JSON, or lower"
                  + " source.kafka.max_records_per_batch")
          .build();
    }
    Map<Sequence, byte[]> newKeys = new HashMap<>();
    waiting.upserts().forEach(upsert -> newKeys.put(new Sequence(upsert.sequence()), upsert.key()));
    orphans.forEach(orphan -> newKeys.put(new Sequence(orphan.sequence()), orphan.key()));
    Map<Sequence, byte[]> oldKeys = new HashMap<>();
    departures.forEach(
        departure -> oldKeys.put(new Sequence(departure.sequence()), departure.key()));
    return new KeyChangeLinks(waiting, newKeys, oldKeys);
  }

  /** The key that the row of a deleted key lives on under, by the delete's sequence. */
  Optional<byte[]> newKeyAt(byte[] sequence) {
    return newKeys.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(newKeys.get(new Sequence(sequence)));
  }

  /** The key that the row of an upsert had before, by the upsert's sequence. */
  Optional<byte[]> oldKeyAt(byte[] sequence) {
    return oldKeys.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(oldKeys.get(new Sequence(sequence)));
  }

  /** The upserts of a decoded batch that nothing was found for. */
  static List<DecodeReport.Orphan> unlinked(DecodeReport report) {
    Set<Sequence> adopted = adopted(report);
    return report.orphans().stream()
        .filter(orphan -> !adopted.contains(new Sequence(orphan.sequence())))
        .toList();
  }

  /** What waits after the batch. */
  Waiting waitingAfter(DecodeReport report, Instant now, Retention retention) {
    Set<Sequence> done = adopted(report);
    List<DecodeReport.Orphan> unlinked = unlinked(report);
    unlinked.forEach(orphan -> done.add(new Sequence(orphan.sequence())));
    return waiting
        .filter(upsert -> !done.contains(new Sequence(upsert.sequence())))
        .plus(
            unlinked.stream()
                .map(orphan -> new Waiting.Upsert(orphan.sequence(), orphan.key(), now))
                .toList())
        .youngerThan(retention.limit(), now);
  }

  private static Set<Sequence> adopted(DecodeReport report) {
    return report.adopted().stream().map(Sequence::new).collect(Collectors.toSet());
  }
}
