package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;
import io.lakeward.source.debezium.LogPlace;
import io.lakeward.source.snapshot.DatabaseLog;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;

/**
 * One comparison of a source with its table.
 *
 * @param counts what it found
 * @param keys the keys that differ; none where there are more than can be held
 * @param examples the first differences of each kind, in JSON
 * @param sequenceType the type of the sequences of the table's changes
 * @param reached how far the table's feed was before the source was read; empty where nobody knows
 * @param logEnd where the source's log ended after it was read; empty where it has none
 * @param progress by flow, how far the table was
 */
record Look(
    Findings.Counts counts,
    List<KeyDifference> keys,
    List<String> examples,
    DataType sequenceType,
    Optional<ReachedPosition> reached,
    Optional<DatabaseLog.End> logEnd,
    Map<String, String> progress) {

  Look {
    requireNonNull(counts, "counts");
    keys = List.copyOf(keys);
    examples = List.copyOf(examples);
    requireNonNull(sequenceType, "sequenceType");
    requireNonNull(reached, "reached");
    requireNonNull(logEnd, "logEnd");
    progress = Map.copyOf(progress);
  }

  /** The same, with more known of its keys. */
  Look with(List<KeyDifference> known) {
    return new Look(counts, known, examples, sequenceType, reached, logEnd, progress);
  }

  /** Whether the table's row of a key comes from a change that was committed behind a place. */
  boolean isNewer(KeyDifference found, LogPlace place) {
    return !found.stored().equals(Position.NONE)
        && new ReachedPosition(sequenceType, found.stored().bytes()).isBeyond(place);
  }

  /** Whether all keys that differ are here. */
  boolean hasEveryKey() {
    return keys.size() == counts.differences();
  }

  /** The keys by their canonical bytes. */
  Map<ByteBuffer, KeyDifference> byKey() {
    Map<ByteBuffer, KeyDifference> byKey = new LinkedHashMap<>();
    keys.forEach(difference -> byKey.put(ByteBuffer.wrap(difference.key()), difference));
    return byKey;
  }

  /** The place below which all is that was committed when the source was read, if it tells. */
  Optional<LogPlace> place() {
    return logEnd
        .filter(end -> end instanceof DatabaseLog.End.Known)
        .map(end -> ((DatabaseLog.End.Known) end).place());
  }

  /** Whether the table has all that was committed below a place. */
  boolean isBeyond(LogPlace place) {
    return reached.filter(position -> position.isBeyond(place)).isPresent();
  }
}
