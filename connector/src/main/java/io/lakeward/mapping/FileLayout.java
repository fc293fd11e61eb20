package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * How the files of a table are laid out.
 *
 * @param partitionBy partition transforms such as {@code days(created_at)}
 * @param sortBy the columns by which rows are sorted in a file
 * @param properties Iceberg's table properties, passed on unchanged
 */
public record FileLayout(List<String> partitionBy, List<String> sortBy, Options properties) {
  public FileLayout {
    partitionBy = List.copyOf(partitionBy);
    sortBy = List.copyOf(sortBy);
    requireNonNull(properties, "properties");
  }
}
