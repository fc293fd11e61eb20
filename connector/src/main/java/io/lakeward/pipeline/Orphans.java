package io.lakeward.pipeline;

import io.lakeward.change.Position;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Upserts of a batch that came from another key without saying from which, as where a feed drops
 * Debezium's headers. The delete of the other key has the same sequence (semantics, section 3).
 */
final class Orphans implements Serializable {

  /** No upsert lacks its old key, or nobody has looked yet. */
  static final Orphans NONE = new Orphans(Map.of());

  /** They go through the driver, whose memory does not grow with data. */
  private static final int MOST = 50_000;

  private final Map<Sequence, byte[]> keys;

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

  private Orphans(Map<Sequence, byte[]> keys) {
    this.keys = keys;
  }

  /** The orphans that a decoding found. */
  static Orphans of(String table, List<DecodeReport.Orphan> found) {
    if (found.size() > MOST) {
      throw LakewardException.of(ErrorCode.KEY_CHANGES_UNLINKED)
          .fact("table", table)
          .fact("key_changes", found.size())
          .fact("most", MOST)
          .advice(
              "let Debezium's record headers through to Kafka as JSON, or lower"
                  + " source.kafka.max_records_per_batch")
          .build();
    }
    Map<Sequence, byte[]> keys = new HashMap<>();
    found.forEach(orphan -> keys.put(new Sequence(orphan.sequence()), orphan.key()));
    return new Orphans(keys);
  }

  /** The key of the orphan of this sequence. */
  Optional<byte[]> keyAt(byte[] sequence) {
    return keys.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(keys.get(new Sequence(sequence)));
  }
}
