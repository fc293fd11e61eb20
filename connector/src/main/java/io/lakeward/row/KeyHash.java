package io.lakeward.row;

import org.apache.spark.sql.catalyst.expressions.XXH64;
import org.apache.spark.unsafe.Platform;

/**
 * The hash that decides in which partition a key is merged: over the canonical bytes of the key
 * rather than by Spark's {@code hash}, which differs between int and bigint and between decimal
 * precisions, so that widening a key would silently miss its rows.
 */
public final class KeyHash {

  private static final long SEED = 0x6c616b6577617264L;

  private KeyHash() {}

  /** The hash of a key's canonical bytes. */
  public static long of(byte[] key) {
    return XXH64.hashUnsafeBytes(key, Platform.BYTE_ARRAY_OFFSET, key.length, SEED);
  }

  /** The partition of a hash, from 0 to {@code partitions - 1}. */
  public static int partition(long hash, int partitions) {
    return (int) Long.remainderUnsigned(hash, partitions);
  }
}
