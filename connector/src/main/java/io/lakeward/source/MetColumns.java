package io.lakeward.source;

import java.io.Serializable;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which columns of a flow its records had and lacked, by their names in the layout. A column may be
 * in both: records that are older than it lack it.
 *
 * @param seen columns that some record had
 * @param absent columns that read null in some row because its record did not have them
 */
public record MetColumns(Set<String> seen, Set<String> absent) implements Serializable {

  /** Of no records, or of those that leave out what they do not speak of. */
  public static final MetColumns NONE = new MetColumns(Set.of(), Set.of());

  public MetColumns {
    seen = Set.copyOf(seen);
    absent = Set.copyOf(absent);
  }

  /** Of these records and of others. */
  public MetColumns and(MetColumns others) {
    return new MetColumns(union(seen, others.seen), union(absent, others.absent));
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
