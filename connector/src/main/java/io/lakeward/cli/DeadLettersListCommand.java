package io.lakeward.cli;

import io.lakeward.mapping.Mapping;
import io.lakeward.pipeline.query.DeadLetterList;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
      description = "At most how many records are shown of each table. Default: 20.")
  private int limit;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (limit < 0) {
      throw new ParameterException(
          spec.commandLine(), "Invalid value for option '--limit': must not be negative");
    }
    Mapping read = mapping.read();
    PrintStream result = System.out;
    // Whatever a library prints must not end up in the list.
    System.setOut(System.err);
    try {
      new DeadLetterList(read, Optional.ofNullable(table), limit).write(format, result);
    } finally {
      System.setOut(result);
    }
    return 0;
  }
}
