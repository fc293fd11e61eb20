package io.lakeward.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code sample}: only its place in the help. The launcher writes the samples that it knows by
 * name, in a JVM with the class path of the samples; what comes here is none of them.
 */
@Command(
    name = "sample",
    description = {
      "Writes the records of a sample and the tables they make.",
      "There is one: orders-live. See samples/orders-live/README.md."
    },
    footer = {"", "Example:", "  lakeward sample orders-live --directory big --orders 5000"})
final class SampleCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "A sample is written by the launcher: ./lakeward sample orders-live --directory DIR");
  }
}
