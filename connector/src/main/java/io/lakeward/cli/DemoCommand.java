package io.lakeward.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code demo}: only its place in the help. The launcher runs it, in a JVM with another class path:
 * a broker and Debezium need newer Kafka classes than Spark.
 */
@Command(
    name = "demo",
    description = "Replicates a live PostgreSQL through Debezium and Kafka, and compares.",
    footer = {"", "Example:", "  lakeward demo --seconds 60"})
final class DemoCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(), "The demo is started by the launcher: ./lakeward demo");
  }
}
