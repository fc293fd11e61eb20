package io.lakeward.lake;

import io.lakeward.lake.MergeInput.KeyBounds;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a comparison saw; those of all tasks are added up on the driver. Not thread safe. */
public final class ComparisonReport implements Serializable {

  /** How many offending keys are shown at most. */
  public static final int MOST_SHOWN = 5;

  private long sourceRows;
  private long equal;
  private long different;
  private long missing;
  private long extra;
  private long outside;
  private long keyless;
  private long repeatedKeys;
  private final List<String> firstRepeated = new ArrayList<>();
  private KeyBounds bounds;

  /** How many rows the source has. */
  public long sourceRows() {
    return sourceRows;
  }

  /** How many keys have the same row on both sides. */
  public long equal() {
    return equal;
  }

  /** How many keys have a row on both sides that differs in a compared column. */
  public long different() {
    return different;
  }

  /** How many keys only the source has. */
  public long missing() {
    return missing;
  }

  /** How many keys only the table has. */
  public long extra() {
    return extra;
  }

  /** How many keys only the table has, in a part that the source does not cover. */
  public long outside() {
    return outside;
  }

  /** How many rows of the source have a null in their key. */
  public long keyless() {
    return keyless;
  }

  /** How many keys the source has more than once. */
  public long repeatedKeys() {
    return repeatedKeys;
  }

  /** The first of the keys that the source has more than once, for people. */
  public List<String> firstRepeated() {
    return List.copyOf(firstRepeated);
  }

  /** How many keys differ, in whichever way. */
  public long differences() {
    return different + missing + extra;
  }

  /** The smallest and largest key that differs; empty where none does. */
  Optional<KeyBounds> bounds() {
    return Optional.ofNullable(bounds);
  }

  void countSourceRows(long count) {
    sourceRows += count;
  }

  void countEqual() {
    equal++;
  }

  void countDifferent(byte[] key) {
    different++;
    note(key);
  }

  void countMissing(byte[] key) {
    missing++;
    note(key);
  }

  void countExtra(byte[] key) {
    extra++;
    note(key);
  }

  void countOutside() {
    outside++;
  }

  void countKeyless() {
    keyless++;
  }

  void countRepeated(String key) {
    repeatedKeys++;
    if (firstRepeated.size() < MOST_SHOWN) {
      firstRepeated.add(key);
    }
  }

  private void note(byte[] key) {
    KeyBounds one = new KeyBounds(key, key);
    bounds = bounds == null ? one : bounds.plus(one);
  }

  ComparisonReport plus(ComparisonReport other) {
    sourceRows += other.sourceRows;
    equal += other.equal;
    different += other.different;
    missing += other.missing;
    extra += other.extra;
    outside += other.outside;
    keyless += other.keyless;
    repeatedKeys += other.repeatedKeys;
    other.firstRepeated.stream()
        .limit(MOST_SHOWN - firstRepeated.size())
        .forEach(firstRepeated::add);
    if (other.bounds != null) {
      bounds = bounds == null ? other.bounds : bounds.plus(other.bounds);
    }
    return this;
  }
}
