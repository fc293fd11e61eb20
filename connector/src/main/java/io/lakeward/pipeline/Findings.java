package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What a reconciliation found.
 *
 * @param table the table's full name
 * @param source where the source's rows lie, without secrets
 * @param counts how many keys are how
 * @param settled how many keys differed at first and agreed when the feed had brought their changes
 * @param undecided how many of those that differ may be on their way still: time was up
 * @param examples the first differences of each kind, as JSON objects
 * @param standing where the comparison stands
 * @param repair what was repaired, where that was asked for
 * @param notes what else people should know
 */
public record Findings(
    String table,
    String source,
    Counts counts,
    long settled,
    long undecided,
    List<String> examples,
    Standing standing,
    Optional<Repair> repair,
    List<String> notes) {

  /**
   * How many keys are how.
   *
   * @param equal in both, with the same values
   * @param different in both, with other values
   * @param missing in the source alone
   * @param extra in the table alone
   * @param newer differ because of changes later than the position that was given, so do not count
   */
  public record Counts(long equal, long different, long missing, long extra, long newer) {

    /** How many differ. */
    public long differences() {
      return different + missing + extra;
    }
  }

  /**
   * Where a comparison stands.
   *
   * @param position the place in the source's log, or the position that was given; empty where
   *     neither is known
   * @param feed how far the table's feed was seen
   */
  public record Standing(Optional<String> position, Feed feed) {
    public Standing {
      requireNonNull(position, "position");
      requireNonNull(feed, "feed");
    }
  }

  /** How far the feed of a table was seen. */
  public enum Feed {
    /** Beyond the position: the table has all that was committed before. */
    BEYOND,
    /** Not beyond the position. */
    NOT_SEEN_BEYOND,
    /** The source does not change while it is compared. */
    NONE
  }

  /**
   * What a repair did.
   *
   * @param position at which sequence
   * @param applied how many changes were applied
   * @param superseded how many were not, because of newer ones
   * @param remaining how many keys differ afterwards
   */
  public record Repair(String position, long applied, long superseded, long remaining) {
    public Repair {
      requireNonNull(position, "position");
    }
  }

  public Findings {
    requireNonNull(table, "table");
    requireNonNull(source, "source");
    requireNonNull(counts, "counts");
    examples = List.copyOf(examples);
    requireNonNull(standing, "standing");
    requireNonNull(repair, "repair");
    notes = List.copyOf(notes);
  }

  /** How many keys differ in the end. */
  public long remaining() {
    return repair.map(Repair::remaining).orElseGet(counts::differences);
  }
}
