package io.lakeward.lake;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.util.sketch.BloomFilter;
import org.apache.spark.util.sketch.IncompatibleMergeException;

/**
 * Which keys a batch touches, as a Bloom filter over their hashes: of one size whatever the batch,
 * so that neither the driver nor the broadcast grows with it. A key that is not in the batch passes
 * now and then and costs a few bytes of shuffle; a key that is in it always passes.
 */
public final class KeyFilter {

  private static final double FALSE_POSITIVES = 0.01;

  private final BloomFilter filter;

  private KeyFilter(BloomFilter filter) {
    this.filter = filter;
  }

  /** An empty filter for about this many keys. Filters of one batch must have one size. */
  public static KeyFilter sized(long keys) {
    return new KeyFilter(BloomFilter.create(keys, FALSE_POSITIVES));
  }

  /** Reads {@link #toBytes}. */
  public static KeyFilter of(byte[] bytes) {
    try {
      return new KeyFilter(BloomFilter.readFrom(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a key by its hash. */
  public void add(long keyHash) {
    filter.putLong(keyHash);
  }

  /** Whether a key of this hash may be in the batch. */
  public boolean mayContain(long keyHash) {
    return filter.mightContainLong(keyHash);
  }

  /** Adds the keys of another filter of the same size. */
  public void addAll(KeyFilter other) {
    try {
      filter.mergeInPlace(other.filter);
    } catch (IncompatibleMergeException e) {
      throw new IllegalArgumentException("Cannot merge key filters of different sizes", e);
    }
  }

  /** Whether both let the same keys pass. */
  public boolean isSame(KeyFilter other) {
    return filter.equals(other.filter);
  }

  /** The filter's bytes. */
  public byte[] toBytes() {
    try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      filter.writeTo(out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
