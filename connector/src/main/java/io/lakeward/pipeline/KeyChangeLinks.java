package io.lakeward.pipeline;

import io.lakeward.change.Position;
import io.lakeward.lake.Departure;
import io.lakeward.lake.Waiting;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The halves of key changes whose records do not name each other, by what they share: their
 * sequence (semantics, section 3). Immutable.
 */
final class KeyChangeLinks implements Serializable {

  private final Map<Position, byte[]> newKeys = new HashMap<>();
  private final Map<Position, byte[]> oldKeys = new HashMap<>();

  /**
   * The links of a batch.
   *
   * @param waiting upserts of earlier batches
   * @param orphans upserts of the batch that do not name their old key
   * @param departures deletes of earlier batches that have their sequences
   */
  KeyChangeLinks(Waiting waiting, List<DecodeReport.Orphan> orphans, List<Departure> departures) {
    waiting.upserts().forEach(upsert -> newKeys.put(at(upsert.sequence()), upsert.key()));
    orphans.forEach(orphan -> newKeys.put(at(orphan.sequence()), orphan.key()));
    departures.forEach(departure -> oldKeys.put(at(departure.sequence()), departure.key()));
  }

  /** The key that the row of a deleted key lives on under, by the delete's sequence. */
  Optional<byte[]> newKeyAt(byte[] sequence) {
    return newKeys.isEmpty() ? Optional.empty() : Optional.ofNullable(newKeys.get(at(sequence)));
  }

  /** The key that the row of an upsert had before, by the upsert's sequence. */
  Optional<byte[]> oldKeyAt(byte[] sequence) {
    return oldKeys.isEmpty() ? Optional.empty() : Optional.ofNullable(oldKeys.get(at(sequence)));
  }

  private static Position at(byte[] sequence) {
    return Position.of(sequence);
  }
}
