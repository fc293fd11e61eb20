package io.lakeward.cli;

import io.lakeward.change.RejectReason;
import io.lakeward.observe.Reporter;
import io.lakeward.pipeline.Replay;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dead-letters replay}: applies what stands aside. */
@Command(
    name = "replay",
    description = {
      "Reads the records of a table that stand aside as the mapping says now, and",
      "applies them at their old places in the order. What is rejected again stays.",
      "A pipeline may write the table meanwhile."
    },
    footer = {
      "",
      "Example:",
      "  lakeward dead-letters replay --mapping mappings/postgres.yaml --table orders"
    })
final class DeadLettersReplayCommand implements Callable<Integer> {

  @Mixin private MappingOption mapping;

  @Option(names = "--table", required = true, paramLabel = "TARGET", description = "The table.")
  private String table;

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      description = "Only records that were set aside for this reason, such as MALFORMED.")
  private RejectReason reason;

  @Option(
      names = "--force",
      description = "Also where the table has forgotten deletes that came after the records.")
  private boolean force;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    new Replay(
            mapping.read(),
            table,
            Optional.ofNullable(reason),
            force ? Replay.Demand.WHAT_IS_LEFT : Replay.Demand.EVERY_DELETE,
            Reporter.lines(spec.commandLine().getOut(), spec.commandLine().getErr()))
        .run();
    return 0;
  }
}
