package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * One pipeline: where changes come from, which tables they go to, and how it runs. Everything is
 * checked and every default is resolved; paths are absolute.
 *
 * @param pipeline the name in checkpoints, metrics and snapshot properties
 * @param source where the records lie; empty where all flows read snapshots
 * @param schemaRegistry where Avro schemas are looked up
 * @param lake the catalog and namespace of the tables
 * @param run how the pipeline runs
 * @param tables at least one table, each with its own target
 */
public record Mapping(
    String pipeline,
    Optional<Source> source,
    Optional<SchemaRegistry> schemaRegistry,
    Lake lake,
    Run run,
    List<Table> tables) {

  public Mapping {
    Checks.text(pipeline, "pipeline");
    requireNonNull(source, "source");
    requireNonNull(schemaRegistry, "schemaRegistry");
    requireNonNull(lake, "lake");
    requireNonNull(run, "run");
    tables = Checks.notEmpty(tables, "tables");
    Checks.distinct(tables.stream().map(Table::target).toList(), "targets");
    if (source.isEmpty() && tables.stream().anyMatch(Mapping::readsRecords)) {
      throw new IllegalArgumentException("Cannot read records without a source");
    }
  }

  private static boolean readsRecords(Table table) {
    return table.flows().stream().anyMatch(flow -> !(flow.input() instanceof Input.Snapshots));
  }

  /** The table of this target name. */
  public Optional<Table> table(String target) {
    return tables.stream().filter(table -> table.target().equals(target)).findFirst();
  }
}
