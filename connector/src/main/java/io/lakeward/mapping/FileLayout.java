package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * How the files of a table are laid out.
 *
 * @param partitionBy partition transforms such as {@code days(created_at)}; an empty list for no
 *     partitions; empty for a new table without, and one that is there as it is
 * @param sortBy the columns by which rows are sorted in a file
 * @param properties Iceberg's table properties, passed on unchanged
 * @param location the root of the files of a table that is created; empty for the catalog's choice
 */
public record FileLayout(
    Optional<List<String>> partitionBy,
    List<String> sortBy,
    Options properties,
    Optional<String> location) {

  /** The layout of a table of which the mapping says nothing. */
  public static final FileLayout UNSAID = new FileLayout(Optional.empty(), List.of(), Options.NONE);

  /** A layout at the place that the catalog chooses. */
  public FileLayout(Optional<List<String>> partitionBy, List<String> sortBy, Options properties) {
    this(partitionBy, sortBy, properties, Optional.empty());
  }

  public FileLayout {
    partitionBy = partitionBy.map(List::copyOf);
    sortBy = List.copyOf(sortBy);
    requireNonNull(properties, "properties");
    requireNonNull(location, "location");
  }
}
