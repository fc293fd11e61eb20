package io.lakeward.pipeline;

import io.lakeward.lake.Tables;
import io.lakeward.mapping.Authorship;
import io.lakeward.mapping.ChangeRules;
import io.lakeward.mapping.Encoding;
import io.lakeward.mapping.Extent;
import io.lakeward.mapping.FileLayout;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.Projection;
import io.lakeward.mapping.Retention;
import io.lakeward.mapping.SchemaEvolution;
import io.lakeward.mapping.StoredAs;
import io.lakeward.mapping.Table;
import java.util.List;
import java.util.Optional;

/** A table of a mapping that says nothing but its name. */
record MappedTable(Table table) {

  static MappedTable named(String name) {
    return laidOut(name, FileLayout.UNSAID);
  }

  static MappedTable laidOut(String name, FileLayout layout) {
    Flow flow =
        new Flow(
            name,
            new Input.Topics(List.of("feed")),
            Encoding.ofDebezium(Optional.empty()),
            ChangeRules.OF_THE_FORMAT,
            Projection.ALL,
            new Authorship.EveryColumn(),
            Extent.ENDLESS);
    return new MappedTable(
        new Table(
            name,
            List.of(flow),
            List.of(),
            new StoredAs.Type1(),
            layout,
            SchemaEvolution.ADD,
            OnTruncate.TRUNCATE_ALL,
            Retention.FOREVER,
            Optional.empty(),
            Options.NONE));
  }

  TargetTable in(Tables tables, Checkpoint checkpoint) {
    FlowGroup group = new FlowGroup(table.target());
    group.add(table.target(), checkpoint, new CommaFormat());
    return new TargetTable(tables, table, table.flows().get(0), group, checkpoint);
  }
}
