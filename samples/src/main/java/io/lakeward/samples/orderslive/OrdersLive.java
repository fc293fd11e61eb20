package io.lakeward.samples.orderslive;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code sample orders-live}. */
@Command(
    name = "lakeward sample orders-live",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    version = "lakeward sample orders-live",
    description = {
      "Writes an evening of a delivery service's order events, and the tables they make.",
      "",
      "In DIR/capture come the events as Kafka records in files, some late, some twice; in"
          + " DIR/expected the rows that the tables of samples/orders-live/mapping.yaml must hold,"
          + " recomputed from these files. The same seed and number of orders give the same files.",
      "",
      "Exit codes: 0 written, 1 failed, 2 wrong usage."
    })
public final class OrdersLive implements Callable<Integer> {

  /** Beyond it, what is held in memory to put it in order would not fit. */
  private static final int MOST_ORDERS = 20_000;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      required = true,
      description = "Where to write; it must hold neither capture nor expected yet.")
  private Path directory;

  @Option(
      names = "--orders",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Orders, 1 to 20000, of some 25 events each (default: ${DEFAULT-VALUE}).")
  private int orders;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Where all that is random comes from (default: ${DEFAULT-VALUE}).")
  private long seed;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** Writes the sample and ends the JVM with the exit code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, ready to be executed. */
  static CommandLine commandLine() {
    return new CommandLine(new OrdersLive())
        .setExecutionExceptionHandler(
            (error, command, parsed) -> {
              command.getErr().println("Cannot write the sample: " + error);
              return CommandLine.ExitCode.SOFTWARE;
            });
  }

  @Override
  public Integer call() throws IOException {
    if (orders < 1 || orders > MOST_ORDERS) {
      throw wrong("--orders must be 1 to " + MOST_ORDERS);
    }
    Files.createDirectories(directory);
    Capture capture = new Capture(createdIn("capture"));
    ExpectedTables expected = new ExpectedTables(createdIn("expected"));
    List<LogRecord> log = OrderLog.of(orders, seed);
    capture.write(log);
    expected.write(capture.payloadsByKey());
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT, "%,d records of %,d orders in %s%n", log.size(), orders, capture.path());
    return 0;
  }

  /** Files of another seed or size, left in the directory, would be read with the new ones. */
  private Path createdIn(String name) throws IOException {
    Path path = directory.resolve(name);
    try {
      return Files.createDirectory(path);
    } catch (FileAlreadyExistsException e) {
      throw wrong("--directory: " + path + " is there already; remove it, or write elsewhere");
    }
  }

  private CommandLine.ParameterException wrong(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }
}
