package io.lakeward.source;

import java.io.Serializable;
import java.util.Set;
import java.util.TreeSet;

/**
 * What people may want to know of decoded records beside their changes. Columns are those of the
 * flow, by their names in the layout. A column may be seen and absent: records that are older than
 * it lack it.
 *
 * @param seen columns that some record had
 * @param absent columns that read null in some row because its record did not have them
 * @param infiniteValues how many infinite dates and timestamps the mapping's policy replaced
 */
public record Findings(Set<String> seen, Set<String> absent, long infiniteValues)
    implements Serializable {

  /** Of no records, or of those that leave out what they do not speak of. */
  public static final Findings NONE = new Findings(Set.of(), Set.of(), 0);

  /** Of so many infinite values. */
  public static Findings ofInfinite(long values) {
    return new Findings(Set.of(), Set.of(), values);
  }

  public Findings {
    seen = Set.copyOf(seen);
    absent = Set.copyOf(absent);
  }

  /** Of these records and of others. */
  public Findings and(Findings others) {
    return new Findings(
        union(seen, others.seen),
        union(absent, others.absent),
        infiniteValues + others.infiniteValues);
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> both = new TreeSet<>(one);
    both.addAll(other);
    return both;
  }

  /** The columns that records lacked and none had. */
  public Set<String> neverSeen() {
    Set<String> never = new TreeSet<>(absent);
    never.removeAll(seen);
    return never;
  }
}
