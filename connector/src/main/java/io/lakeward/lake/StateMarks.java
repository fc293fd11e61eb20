package io.lakeward.lake;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * When the state branch held what, so that it can forget what is older than its retention
 * (semantics, section 9) without reading a row: a mark says that every file up to a sequence number
 * of Iceberg was applied before a time.
 *
 * <p>A few marks cover the retention, so a file stays up to {@link #MARKS_PER_RETENTION a
 * sixteenth} longer than asked. Written as {@code 12@1700000000000,15@1700000900000}. Immutable.
 *
 * @param marks by ascending sequence number and time
 */
record StateMarks(List<Mark> marks) {

  static final StateMarks NONE = new StateMarks(List.of());

  private static final int MARKS_PER_RETENTION = 16;

  /**
   * Every file of the state branch up to a sequence number was applied before a time.
   *
   * @param sequenceNumber Iceberg's, from 1
   */
  record Mark(long sequenceNumber, Instant at) {}

  StateMarks {
    marks = List.copyOf(marks);
  }

  /** Reads {@link #toString}. */
  static StateMarks parse(String text) {
    return new StateMarks(
        Stream.of(text.split(",")).filter(mark -> !mark.isEmpty()).map(StateMarks::mark).toList());
  }

  /**
   * With a mark of what the branch holds now, unless the last one is young.
   *
   * @param sequenceNumber of the branch's present snapshot
   */
  StateMarks marked(long sequenceNumber, Instant now, Duration retention) {
    Optional<Mark> last = marks.isEmpty() ? Optional.empty() : Optional.of(marks.get(size() - 1));
    boolean young =
        last.isPresent()
            && (sequenceNumber <= last.get().sequenceNumber()
                || now.isBefore(last.get().at().plus(retention.dividedBy(MARKS_PER_RETENTION))));
    if (young) {
      return this;
    }
    List<Mark> more = new ArrayList<>(marks);
    more.add(new Mark(sequenceNumber, now));
    return new StateMarks(more);
  }

  /** The sequence number up to which files may be forgotten; empty where none may be. */
  OptionalLong forgettable(Instant now, Duration retention) {
    return marks.stream()
        .filter(mark -> !now.isBefore(mark.at().plus(retention)))
        .mapToLong(Mark::sequenceNumber)
        .max();
  }

  /** Without the marks up to this sequence number. */
  StateMarks after(long sequenceNumber) {
    return new StateMarks(
        marks.stream().filter(mark -> mark.sequenceNumber() > sequenceNumber).toList());
  }

  @Override
  public String toString() {
    return marks.stream()
        .map(mark -> mark.sequenceNumber() + "@" + mark.at().toEpochMilli())
        .collect(Collectors.joining(","));
  }

  private int size() {
    return marks.size();
  }

  private static Mark mark(String text) {
    int at = text.indexOf('@');
    return new Mark(
        Long.parseLong(text.substring(0, at)),
        Instant.ofEpochMilli(Long.parseLong(text.substring(at + 1))));
  }
}
