package io.lakeward.cli;

import io.lakeward.mapping.Mapping;
import io.lakeward.pipeline.query.DeadLetterList;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dead-letters list}: what stands aside. */
@Command(
    name = "list",
    description = {
      "Says of each table how many of its records stand aside, and why,",
      "and shows where the first of them are. Only the list is on stdout."
    },
    footer = {
      "",
      "Example:",
      "  lakeward dead-letters list --mapping mappings/postgres.yaml --table orders"
    })
final class DeadLettersListCommand implements Callable<Integer> {

  @Mixin private MappingOption mapping;

  @Option(names = "--table", paramLabel = "TARGET", description = "Of this table alone.")
  private String table;

  @Option(
      names = "--format",
      defaultValue = "table",
      paramLabel = "FORMAT",
      description = "table, or json (one object for each table, a line each). Default: table.")
  private DeadLetterList.Format format;

  @Option(
      names = "--limit",
      defaultValue = "20",
      paramLabel = "N",
      converter = Limit.class,
      description = "At most how many records are shown of each table. Default: 20.")
  private int limit;

  @Override
  public Integer call() throws IOException {
    Mapping read = mapping.read();
    try (ResultStream result = new ResultStream()) {
      new DeadLetterList(read, Optional.ofNullable(table), limit).write(format, result.out());
    }
    return 0;
  }
}
