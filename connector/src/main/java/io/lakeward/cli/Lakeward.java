package io.lakeward.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The main class of all commands. */
@Command(
    name = "lakeward",
    description = "Replicates databases into Apache Iceberg tables from Kafka change events.",
    subcommands = {
      DemoCommand.class,
      SampleCommand.class,
      RunCommand.class,
      ValidateCommand.class,
      QueryCommand.class,
      RefreshCommand.class,
      DeadLettersCommand.class,
      ReconcileCommand.class,
    },
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    scope = CommandLine.ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "First steps:",
      "  lakeward demo",
      "  lakeward validate --mapping mappings/postgres.yaml",
      "  lakeward run --mapping mappings/postgres.yaml",
      "",
      "Exit codes: 0 done, 1 failed or rows differ, 2 wrong usage, 3 a defect of ours."
    })
public final class Lakeward {

  @Option(
      names = "--verbose",
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show stack traces and what happens inside.")
  private boolean verbose;

  /** Runs a command. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** All commands, ready to be executed. */
  static CommandLine commandLine() {
    Lakeward lakeward = new Lakeward();
    return new CommandLine(lakeward)
        .setExecutionStrategy(
            parsed -> {
              Logging.configure(lakeward.verbose);
              return new CommandLine.RunLast().execute(parsed);
            })
        .setExecutionExceptionHandler(
            (error, command, parsed) ->
                new ErrorReport(command.getErr(), lakeward.verbose).of(error))
        .setCaseInsensitiveEnumValuesAllowed(true);
  }
}
