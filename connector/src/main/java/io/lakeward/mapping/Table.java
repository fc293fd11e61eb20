package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * A table of the lake and the flows into it.
 *
 * @param target its name in the lake's namespace
 * @param flows at least one; their order decides between changes that are equal in all else
 * @param keys the key columns by their names in the source, before renaming; empty for the fields
 *     of the record key
 * @param storedAs how much of the past the table holds
 * @param layout how its files are laid out
 * @param schemaEvolution how it follows a source whose columns change
 * @param onTruncate what a truncate of the source does
 * @param tombstoneRetention how long deletes are remembered
 * @param targetSchema the columns and types it must have, where the mapping says so
 * @param sparkConf Spark settings for this table's flows
 */
public record Table(
    String target,
    List<Flow> flows,
    List<String> keys,
    StoredAs storedAs,
    FileLayout layout,
    SchemaEvolution schemaEvolution,
    OnTruncate onTruncate,
    Retention tombstoneRetention,
    Optional<DeclaredSchema> targetSchema,
    Options sparkConf) {

  public Table {
    Checks.text(target, "target");
    flows = Checks.notEmpty(flows, "flows");
    Checks.distinct(flows.stream().map(Flow::name).toList(), "flow names");
    keys = Checks.distinct(keys, "keys");
    requireNonNull(storedAs, "storedAs");
    requireNonNull(layout, "layout");
    requireNonNull(schemaEvolution, "schemaEvolution");
    requireNonNull(onTruncate, "onTruncate");
    requireNonNull(tombstoneRetention, "tombstoneRetention");
    requireNonNull(targetSchema, "targetSchema");
    requireNonNull(sparkConf, "sparkConf");
  }

  /** The same choice by the names in the table, which the flows agree on that take a column. */
  public Columns targetsOf(Columns chosen) {
    if (chosen instanceof Columns.Only only) {
      return new Columns.Only(only.names().stream().map(this::targetOf).toList());
    }
    return chosen instanceof Columns.Except except
        ? new Columns.Except(except.names().stream().map(this::targetOf).toList())
        : chosen;
  }

  private String targetOf(String column) {
    return flows.stream()
        .map(Flow::projection)
        .filter(projection -> projection.columns().takes(column))
        .findFirst()
        .map(projection -> projection.targetOf(column))
        .orElse(column);
  }
}
