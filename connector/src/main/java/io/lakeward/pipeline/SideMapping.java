package io.lakeward.pipeline;

import io.lakeward.lake.Replacement;
import io.lakeward.mapping.FileLayout;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.Source;
import io.lakeward.mapping.StartingOffsets;
import io.lakeward.mapping.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The mapping by which a table is built anew beside the old one. */
final class SideMapping {
  private SideMapping() {}

  /**
   * The mapping with nothing but the table, under its name aside, from the beginning of its source.
   * The flows keep their names, so that the progress in the table is theirs afterwards.
   */
  static Mapping of(Mapping mapping, Table table, Replacement.Old old) {
    return new Mapping(
        mapping.pipeline(),
        mapping.source().map(SideMapping::fromBeginning),
        mapping.schemaRegistry(),
        mapping.lake(),
        mapping.run(),
        List.of(aside(table, old)));
  }

  private static Table aside(Table table, Replacement.Old old) {
    return new Table(
        Replacement.sideOf(table.target()),
        table.flows(),
        table.keys(),
        table.storedAs(),
        layout(table.layout(), old),
        table.schemaEvolution(),
        table.onTruncate(),
        table.tombstoneRetention(),
        table.targetSchema(),
        table.sparkConf());
  }

  /** What people set on the old table stays, unless the mapping says otherwise. */
  private static FileLayout layout(FileLayout asked, Replacement.Old old) {
    Map<String, String> properties = new LinkedHashMap<>(old.properties());
    properties.putAll(asked.properties().values());
    return new FileLayout(
        Optional.of(asked.partitionBy().orElse(old.partitioning())),
        asked.sortBy(),
        new Options(properties, asked.properties().hidden()),
        Optional.of(old.nextLocation()));
  }

  /** A replay that begins at the end would be none. */
  private static Source fromBeginning(Source source) {
    if (source instanceof Source.Kafka kafka
        && kafka.startingOffsets() instanceof StartingOffsets.Latest) {
      return new Source.Kafka(
          kafka.bootstrapServers(),
          new StartingOffsets.Earliest(),
          kafka.maxRecordsPerBatch(),
          kafka.properties());
    }
    return source;
  }
}
