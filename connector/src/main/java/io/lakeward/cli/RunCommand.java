package io.lakeward.cli;

import io.lakeward.pipeline.Pipeline;
import io.lakeward.pipeline.RunMode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: runs a pipeline. */
@Command(
    name = "run",
    description = {
      "Merges changes into the tables until Ctrl-C or SIGTERM.",
      "A flow that fails does not stop the others; the exit code is then 1."
    },
    footer = {"", "Example:", "  lakeward run --mapping mappings/postgres.yaml --once"})
final class RunCommand implements Callable<Integer> {

  @Mixin private MappingOption mapping;

  @Option(names = "--once", description = "Apply what is there now, then end.")
  private boolean once;

  @Override
  public Integer call() {
    return Pipeline.run(mapping.read(), once ? RunMode.ONCE : RunMode.CONTINUOUS);
  }
}
