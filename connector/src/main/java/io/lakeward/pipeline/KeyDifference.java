package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * A key whose rows differ.
 *
 * @param key its canonical bytes
 * @param columns the key columns
 * @param fingerprint tells one row of the source from another, or from none
 * @param stored the latest change of the table's row; of a row that is not there, that of its
 *     delete where it was looked for
 * @param isNewer whether the table's row has a change that the source's rows cannot have yet
 * @param example the difference in JSON, for people; empty for all but the first
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
record KeyDifference(
    DifferenceKind kind,
    byte[] key,
    InternalRow columns,
    long fingerprint,
    Position stored,
    boolean isNewer,
    String example)
    implements Serializable {

  /** By the bytes of the key. */
  static final Comparator<KeyDifference> BY_KEY =
      (Comparator<KeyDifference> & Serializable)
          (one, other) -> Arrays.compareUnsigned(one.key, other.key);

  KeyDifference {
    requireNonNull(kind, "kind");
    requireNonNull(key, "key");
    requireNonNull(columns, "columns");
    requireNonNull(stored, "stored");
    requireNonNull(example, "example");
  }

  /** Whether it is one of the first, which are described. */
  boolean isDescribed() {
    return !example.isEmpty();
  }

  /** The same of a row that a change has deleted. */
  KeyDifference deletedBy(Position change) {
    return new KeyDifference(kind, key, columns, fingerprint, change, isNewer, example);
  }
}
