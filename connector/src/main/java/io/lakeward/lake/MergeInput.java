package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;
import io.lakeward.source.Layout;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * The decoded changes of a batch.
 *
 * @param layout the layout they were decoded to
 * @param changes rows of {@link ChangeRows}, partitioned by key and sorted by (key, order); the
 *     last partition holds no changes
 * @param partitions how many partitions hold changes; {@code changes} has one more
 * @param changeCount how many of them are counted: as many outcomes must come out
 * @param keys which keys they touch
 * @param keyBounds the smallest and largest key, as canonical bytes
 * @param truncates the truncates among them
 * @param highestSequence the highest encoded sequence of a change of the source, as far as it is
 *     one; {@link Position#NONE} for none
 * @param hasKeyChanges whether a row's key changes, so that keys may hand over columns
 * @param hasPartialRows whether a change leaves columns to what is stored
 * @param basis what the changes were made of
 */
public record MergeInput(
    Layout layout,
    JavaRDD<InternalRow> changes,
    int partitions,
    long changeCount,
    KeyFilter keys,
    Optional<KeyBounds> keyBounds,
    List<TruncateMark> truncates,
    Position highestSequence,
    boolean hasKeyChanges,
    boolean hasPartialRows,
    Basis basis) {

  /** A batch up to this size is merged by one task, which leaves one file and not several. */
  private static final long SMALL_CHANGES = 10_000;

  /**
   * Over how many partitions the changes of a batch are spread.
   *
   * @param changes at most how many there are
   * @param parallelism how many tasks run at a time
   */
  public static int partitionsOf(long changes, int parallelism) {
    return changes <= SMALL_CHANGES ? 1 : parallelism;
  }

  /** What changes were made of. */
  public enum Basis {
    /** Records, which say the same whatever the table holds. */
    RECORDS,
    /** A comparison with the table as it stood, to be made anew where it moved. */
    COMPARISON
  }

  public MergeInput {
    requireNonNull(layout, "layout");
    requireNonNull(changes, "changes");
    requireNonNull(keys, "keys");
    requireNonNull(keyBounds, "keyBounds");
    requireNonNull(highestSequence, "highestSequence");
    requireNonNull(basis, "basis");
    truncates = List.copyOf(truncates);
  }

  /** The smallest and the largest key of a batch, as canonical bytes. */
  public record KeyBounds(byte[] smallest, byte[] largest) implements Serializable {

    /** The bounds of both. */
    KeyBounds plus(KeyBounds other) {
      return new KeyBounds(
          Arrays.compareUnsigned(smallest, other.smallest) <= 0 ? smallest : other.smallest,
          Arrays.compareUnsigned(largest, other.largest) >= 0 ? largest : other.largest);
    }

    /** Whether all keys of the other are between these. */
    boolean contains(KeyBounds other) {
      return plus(other).smallest == smallest && plus(other).largest == largest;
    }
  }
}
