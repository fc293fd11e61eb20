package io.lakeward.pipeline;

import io.lakeward.observe.BatchReport;
import java.util.Optional;

/**
 * Notices a source all of whose changes are older than what the table holds: it was restored from a
 * backup, so that its log counts from a lower place again, or it is replayed (case O12). Nothing is
 * wrong with any single record then, and yet nothing gets into the table. Not thread safe.
 */
final class OlderChanges {

  /** Fewer may just be late. */
  static final long MANY = 100;

  private long inRow;
  private boolean told;

  /** What to tell people after a batch, at most once. */
  Optional<String> after(BatchReport report) {
    inRow = report.applied() + report.unchanged() > 0 ? 0 : inRow + report.superseded();
    if (told || inRow < MANY) {
      return Optional.empty();
    }
    told = true;
    return Optional.of(
        "the last "
            + inRow
            + " changes are all older than what the table holds. Where the source was restored, or"
            + " its log began anew, its positions start lower: refresh the table once its topic"
            + " begins there");
  }
}
