package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;
import java.util.List;

/**
 * What a table remembers in its properties beside how far its flows are.
 *
 * @param truncatedAt the position of the highest truncate of a table of current rows; empty for
 *     none
 * @param truncates all truncates of a history
 * @param waiting the upserts that wait for their old key
 * @param highestSequence the highest encoded sequence of all changes that came; none where that is
 *     not known
 * @param setAside how many records were set aside: each may still come, with its place in the order
 */
record TableMemory(
    byte[] truncatedAt,
    List<TruncateMark> truncates,
    Waiting waiting,
    Position highestSequence,
    long setAside) {
  TableMemory {
    requireNonNull(truncatedAt, "truncatedAt");
    truncates = List.copyOf(truncates);
    requireNonNull(waiting, "waiting");
    requireNonNull(highestSequence, "highestSequence");
  }
}
