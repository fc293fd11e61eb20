package io.lakeward.cli;

import io.lakeward.observe.Reporter;
import io.lakeward.pipeline.Refresh;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code refresh}: builds a table anew. */
@Command(
    name = "refresh",
    description = {
      "Builds a table anew from the beginning of its source, and puts it in place.",
      "Readers see the old rows until then. A pipeline that writes the table is",
      "told to stop when the new one is in place: run it again."
    },
    footer = {"", "Example:", "  lakeward refresh --mapping mappings/postgres.yaml --table orders"})
final class RefreshCommand implements Callable<Integer> {

  @Mixin private MappingOption mapping;

  @Option(names = "--table", required = true, paramLabel = "TARGET", description = "The table.")
  private String table;

  @Option(
      names = "--force",
      description = "Also where the source no longer holds its beginning: takes what is left.")
  private boolean force;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Refresh refresh =
        new Refresh(
            mapping.read(),
            table,
            force ? Refresh.Demand.WHAT_IS_LEFT : Refresh.Demand.EVERY_RECORD,
            Reporter.lines(out, spec.commandLine().getErr()));
    StopSignals.handle(refresh::requestStop);
    Refresh.Outcome outcome = refresh.run();
    if (outcome instanceof Refresh.Outcome.Done) {
      return 0;
    }
    if (outcome instanceof Refresh.Outcome.Failed failed) {
      return FailedFlows.print(
          spec.commandLine().getErr(), List.of(failed.table()), "; the table is as it was");
    }
    return FailedFlows.EXIT_CODE;
  }
}
