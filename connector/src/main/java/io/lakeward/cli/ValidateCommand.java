package io.lakeward.cli;

import io.lakeward.mapping.Mapping;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code validate}: checks a mapping offline. */
@Command(
    name = "validate",
    description = "Checks a mapping file offline; reports all that is wrong.",
    footer = {"", "Example:", "  lakeward validate --mapping mappings/postgres.yaml"})
final class ValidateCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private MappingOption mapping;

  @Override
  public Integer call() {
    Mapping read = mapping.read();
    int tables = read.tables().size();
    spec.commandLine()
        .getOut()
        .printf(
            "%s is right: pipeline %s, %d %s%n",
            mapping.file(), read.pipeline(), tables, tables == 1 ? "table" : "tables");
    return 0;
  }
}
