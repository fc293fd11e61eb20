package io.lakeward.samples.shop;

import io.lakeward.samples.shop.connector.Launcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code demo}. */
@Command(
    name = "lakeward demo",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    version = "lakeward demo",
    description = {
      "Replicates a live shop and compares it with its replica.",
      "",
      "Starts a real PostgreSQL, Debezium and a Kafka broker, loads about 100,000 rows, plays a"
          + " seeded workload, kills the connector in the middle of a batch and starts it again;"
          + " changes rows behind the connector's back, which reconcile must find and mend; at the"
          + " end every table is compared with its replica in the lake, value by value.",
      "",
      "Exit codes: 0 every table is equal, 1 something differs or failed, 2 wrong usage."
    })
public final class Demo implements Callable<Integer> {

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "30",
      description = "How long the workload lasts (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "800",
      description = "Row changes a second (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Repeats the workload of an earlier run (default: a new one).")
  private Long seed;

  @Option(names = "--keep", description = "Keeps the directory with everything in it.")
  private boolean keep;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private boolean finished;

  /** Runs the demo and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Demo()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    if (seconds < 5 || rate < 10) {
      // With less there would be no batch to kill the connector in.
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--seconds must be at least 5, --rate at least 10");
    }
    Path launcher = Launcher.find();
    DemoDirectory directory = DemoDirectory.create();
    directory.adopt();
    long chosen = seed == null ? new Random().nextInt(1_000_000) : seed;
    System.out.println("Lakeward demo, seed " + chosen + ", everything in " + directory.path());
    return run(new Settings(seconds, rate, chosen, directory.path(), launcher), directory);
  }

  private int run(Settings settings, DemoDirectory directory) throws IOException {
    Running running = new Running();
    Progress progress = new Progress(System.out, Progress.Screen.here());
    Thread end = new Thread(() -> interrupted(running, progress, directory), "stop-demo");
    Runtime.getRuntime().addShutdownHook(end);
    try {
      Summary summary = new DemoRun(settings, progress, running).run();
      progress.closeLine();
      summary.print(System.out);
      finished = summary.equal();
    } catch (Exception e) {
      if (!endedFromOutside(running)) {
        progress.closeLine();
        fail(e);
      }
    }
    if (running.isStopping()) {
      // The hook stops everything and removes the directory; the exit code is the signal's.
      return 1;
    }
    running.close();
    Runtime.getRuntime().removeShutdownHook(end);
    if (finished && !keep) {
      directory.delete();
    } else {
      System.out.println("Kept: " + directory.path());
    }
    return finished ? 0 : 1;
  }

  /**
   * Whether this JVM is on its way out. On Ctrl-C, PostgreSQL and the connector get the signal too,
   * so their end may be noticed just before that of this JVM.
   */
  private static boolean endedFromOutside(Running running) {
    for (int i = 0; i < 20 && !running.isStopping(); i++) {
      try {
        Thread.sleep(25);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return running.isStopping();
      }
    }
    return running.isStopping();
  }

  private static void fail(Exception error) {
    System.err.println("The demo failed: " + error.getMessage());
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      System.err.println("  because of: " + cause);
    }
  }

  private void interrupted(Running running, Progress progress, DemoDirectory directory) {
    progress.mute();
    System.err.println("Stopping everything.");
    running.close();
    if (!keep) {
      try {
        directory.delete();
      } catch (IOException e) {
        System.err.println("Cannot remove " + directory.path() + ": " + e);
      }
    }
  }
}
