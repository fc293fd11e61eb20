package io.lakeward.pipeline;

import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.lake.DeadLetters;
import io.lakeward.lake.Evolution;
import io.lakeward.lake.TruncateMark;
import io.lakeward.source.Findings;
import io.lakeward.source.RecordShape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What one decoding task saw. It travels as the task's last row, so that the report of just the
 * attempt whose rows are merged is counted, and each record once. Reports of all tasks are added up
 * on the driver. Not thread safe.
 */
final class DecodeReport implements Serializable {

  private static final int MOST_OFFENDERS = 10;

  /** A record that was rejected. */
  record Offender(String topic, int partition, long offset, RejectReason reason, String detail)
      implements Serializable {

    private static final Comparator<Offender> ORDER =
        Comparator.comparing(Offender::topic)
            .thenComparing(Offender::partition)
            .thenComparing(Offender::offset);
  }

  /**
   * An upsert that came from another key without saying from which.
   *
   * @param sequence the encoded sequence, which the delete of the other key shares
   * @param key the upsert's own key
   */
  record Orphan(byte[] sequence, byte[] key) implements Serializable {}

  private long records;
  private long changes;
  private final List<TruncateMark> truncates = new ArrayList<>();
  private final EnumMap<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
  private final EnumMap<RejectReason, Long> rejected = new EnumMap<>(RejectReason.class);
  private final List<Offender> offenders = new ArrayList<>();
  private final List<Evolution.Request> unfit = new ArrayList<>();
  private final List<Orphan> orphans = new ArrayList<>();
  private final List<byte[]> adopted = new ArrayList<>();
  private Findings findings = Findings.NONE;
  private byte[] smallestKey = new byte[0];
  private byte[] largestKey = new byte[0];
  private byte[] highestSequence = new byte[0];
  private long firstRejected = Long.MAX_VALUE;
  private long lastRejected = -1;
  private boolean hasKeyChanges;
  private boolean hasPartialRows;
  private byte[] keyFilter = new byte[0];

  void countRecord() {
    records++;
  }

  void countSkipped(SkipReason reason) {
    skipped.merge(reason, 1L, Long::sum);
  }

  void countRejected(Offender offender) {
    rejected.merge(offender.reason(), 1L, Long::sum);
    firstRejected = Math.min(firstRejected, offender.offset());
    lastRejected = Math.max(lastRejected, offender.offset());
    if (offenders.size() < MOST_OFFENDERS) {
      offenders.add(offender);
    }
  }

  void countChange() {
    changes++;
  }

  void countTruncate(TruncateMark truncate) {
    truncates.add(truncate);
  }

  void noteUnfit(RecordShape shape, byte[] sequence) {
    for (int i = 0; i < unfit.size(); i++) {
      if (unfit.get(i).shape().equals(shape)) {
        if (Arrays.compareUnsigned(sequence, unfit.get(i).sequence()) < 0) {
          unfit.set(i, new Evolution.Request(shape, sequence));
        }
        return;
      }
    }
    unfit.add(new Evolution.Request(shape, sequence));
  }

  /** More than may be are not all kept. */
  void noteOrphan(byte[] sequence, byte[] key) {
    if (orphans.size() <= UnlinkedKeyChanges.MOST_IN_A_BATCH) {
      orphans.add(new Orphan(sequence, key));
    }
  }

  void noteAdopted(byte[] sequence) {
    adopted.add(sequence);
  }

  void noteFindings(Findings found) {
    findings = findings.and(found);
  }

  void noteKey(byte[] key) {
    if (smallestKey.length == 0 || Arrays.compareUnsigned(key, smallestKey) < 0) {
      smallestKey = key;
    }
    if (Arrays.compareUnsigned(key, largestKey) > 0) {
      largestKey = key;
    }
  }

  void noteSequence(byte[] sequence) {
    if (Arrays.compareUnsigned(sequence, highestSequence) > 0) {
      highestSequence = sequence;
    }
  }

  void noteKeyChange() {
    hasKeyChanges = true;
  }

  void notePartialRow() {
    hasPartialRows = true;
  }

  void close(byte[] filter) {
    keyFilter = filter;
  }

  long records() {
    return records;
  }

  long changes() {
    return changes;
  }

  List<TruncateMark> truncates() {
    return truncates;
  }

  Map<SkipReason, Long> skipped() {
    return skipped;
  }

  Map<RejectReason, Long> rejected() {
    return rejected;
  }

  /** How many records were rejected, for whatever reason. */
  long rejectedRecords() {
    return rejected.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The offsets among which those of all rejected records are, whatever their partitions. */
  DeadLetters.Offsets rejectedOffsets() {
    return new DeadLetters.Offsets(firstRejected, lastRejected);
  }

  /** The first offenders of each task, by topic, partition and offset. */
  List<Offender> offenders() {
    return offenders.stream().sorted(Offender.ORDER).limit(MOST_OFFENDERS).toList();
  }

  /** What records asked for that the table lacks, each with the earliest sequence at which. */
  List<Evolution.Request> unfit() {
    return unfit;
  }

  List<Orphan> orphans() {
    return orphans;
  }

  /** The sequences of upserts, in the batch or before it, whose delete is in the batch. */
  List<byte[]> adopted() {
    return adopted;
  }

  /** What decoders found in the records beside their changes. */
  Findings findings() {
    return findings;
  }

  byte[] smallestKey() {
    return smallestKey;
  }

  byte[] largestKey() {
    return largestKey;
  }

  /** The highest encoded sequence of a change; empty where there is none. */
  byte[] highestSequence() {
    return highestSequence;
  }

  boolean hasKeyChanges() {
    return hasKeyChanges;
  }

  boolean hasPartialRows() {
    return hasPartialRows;
  }

  byte[] keyFilter() {
    return keyFilter;
  }

  /** Adds another task's report; key filters are merged apart from this. */
  void addAll(DecodeReport other) {
    records += other.records;
    changes += other.changes;
    truncates.addAll(other.truncates);
    other.skipped.forEach((reason, count) -> skipped.merge(reason, count, Long::sum));
    other.rejected.forEach((reason, count) -> rejected.merge(reason, count, Long::sum));
    offenders.addAll(other.offenders);
    firstRejected = Math.min(firstRejected, other.firstRejected);
    lastRejected = Math.max(lastRejected, other.lastRejected);
    other.unfit.forEach(asked -> noteUnfit(asked.shape(), asked.sequence()));
    orphans.addAll(other.orphans);
    adopted.addAll(other.adopted);
    findings = findings.and(other.findings);
    if (other.smallestKey.length > 0) {
      noteKey(other.smallestKey);
      noteKey(other.largestKey);
    }
    noteSequence(other.highestSequence);
    hasKeyChanges |= other.hasKeyChanges;
    hasPartialRows |= other.hasPartialRows;
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static DecodeReport of(byte[] bytes) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (DecodeReport) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("Cannot read the report of a task", e);
    }
  }
}
