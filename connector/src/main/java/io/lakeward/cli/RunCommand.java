package io.lakeward.cli;

import io.lakeward.observe.Reporter;
import io.lakeward.pipeline.Pipeline;
import io.lakeward.pipeline.RunMode;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    Reporter reporter = Reporter.lines(spec.commandLine().getOut(), err);
    Pipeline pipeline =
        new Pipeline(mapping.read(), once ? RunMode.ONCE : RunMode.CONTINUOUS, reporter);
    StopSignals.handle(pipeline::requestStop);
    List<String> failed = pipeline.run();
    return failed.isEmpty() ? 0 : FailedFlows.print(err, failed, "");
  }
}
