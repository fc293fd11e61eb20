package io.lakeward.cli;

import picocli.CommandLine.Command;

/** {@code dead-letters}: the records that were set aside. */
@Command(
    name = "dead-letters",
    description = {
      "Shows and replays records that could not be applied and were set aside,",
      "as a mapping with `run: {on_error: dead_letter}` says."
    },
    subcommands = {DeadLettersListCommand.class, DeadLettersReplayCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Example:", "  lakeward dead-letters list --mapping mappings/postgres.yaml"})
final class DeadLettersCommand {}
