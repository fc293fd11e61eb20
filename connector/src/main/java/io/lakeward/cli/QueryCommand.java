package io.lakeward.cli;

import io.lakeward.mapping.Mapping;
import io.lakeward.pipeline.query.LakeQuery;
import io.lakeward.pipeline.query.QueryFormat;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code query}: reads the lake. */
@Command(
    name = "query",
    description = {
      "Reads the tables of a mapping with SQL.",
      "Tables of its namespace go by their bare names. Only the result is on stdout."
    },
    footer = {
      "",
      "Example:",
      "  lakeward query --mapping mappings/postgres.yaml \"SELECT count(*) FROM orders\""
    })
final class QueryCommand implements Callable<Integer> {

  @Mixin private MappingOption mapping;

  @Parameters(paramLabel = "SQL", description = "A statement that reads.")
  private String sql;

  @Option(
      names = "--format",
      defaultValue = "table",
      paramLabel = "FORMAT",
      description = "table, json (one object a line) or csv. Default: ${DEFAULT-VALUE}.")
  private QueryFormat format;

  @Override
  public Integer call() throws IOException {
    Mapping read = mapping.read();
    try (ResultStream result = new ResultStream()) {
      new LakeQuery(read).run(sql, format, result.out());
    }
    return 0;
  }
}
