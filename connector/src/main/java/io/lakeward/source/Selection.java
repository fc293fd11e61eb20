package io.lakeward.source;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which source columns a flow takes, and under which names.
 *
 * @param only the columns to take; empty for all but the excluded
 * @param except the columns to leave out; empty where {@code only} is not
 * @param renamed target names by source name
 */
public record Selection(Set<String> only, Set<String> except, Map<String, String> renamed)
    implements Serializable {

  /** Every column under its own name. */
  public static final Selection ALL = new Selection(Set.of(), Set.of(), Map.of());

  public Selection {
    only = new TreeSet<>(requireNonNull(only, "only"));
    except = new TreeSet<>(requireNonNull(except, "except"));
    renamed = new TreeMap<>(requireNonNull(renamed, "renamed"));
    if (!only.isEmpty() && !except.isEmpty()) {
      throw new IllegalArgumentException("Cannot both list and exclude columns");
    }
  }

  /** The target name of a source column; empty where the column is left out. */
  public Optional<String> targetOf(String source) {
    if (only.isEmpty() ? except.contains(source) : !only.contains(source)) {
      return Optional.empty();
    }
    return Optional.of(renamed.getOrDefault(source, source));
  }

  /**
   * The source columns that become this one if they are there, first those that are renamed to it;
   * none where it is left out.
   */
  public List<String> sourcesOf(String target) {
    return Stream.concat(renamed.keySet().stream(), Stream.of(target))
        .distinct()
        .filter(source -> targetOf(source).filter(target::equals).isPresent())
        .toList();
  }
}
