package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What a batch leaves in the table's properties beside its offsets.
 *
 * @param truncatedAt the position of the highest truncate of a table of current rows; empty for
 *     none
 * @param truncates all truncates of a history
 * @param waiting the upserts that wait for their old key
 */
record Marks(byte[] truncatedAt, List<TruncateMark> truncates, Waiting waiting) {
  Marks {
    requireNonNull(truncatedAt, "truncatedAt");
    truncates = List.copyOf(truncates);
    requireNonNull(waiting, "waiting");
  }
}
