package io.lakeward.samples.kafka;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A broker as a process of its own, for whoever must not have the broker's classes on the class
 * path.
 *
 * <pre>{@code java -cp … io.lakeward.samples.kafka.BrokerProcess DIRECTORY [TOPIC:PARTITIONS]…}
 * </pre>
 *
 * <p>Prints the bootstrap servers as the only line on stdout once it serves and the topics exist,
 * and stops on SIGTERM or at the end of stdin, so that it cannot outlive who started it. Its log is
 * {@code DIRECTORY/broker.log}.
 */
public final class BrokerProcess {

  private BrokerProcess() {}

  /** Runs the broker until it is told to stop. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length == 0) {
      System.err.println("usage: BrokerProcess DIRECTORY [TOPIC:PARTITIONS]...");
      System.exit(2);
    }
    Path directory = Path.of(arguments[0]).toAbsolutePath();
    System.setProperty("lakeward.samples.log", directory.resolve("broker.log").toString());
    Broker broker = Broker.start(directory);
    Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "stop-broker"));
    try (Topics topics = new Topics(broker.bootstrapServers())) {
      for (int i = 1; i < arguments.length; i++) {
        int colon = arguments[i].lastIndexOf(':');
        topics.create(
            arguments[i].substring(0, colon), Integer.parseInt(arguments[i].substring(colon + 1)));
      }
    }
    System.out.println(broker.bootstrapServers());
    System.out.flush();
    while (System.in.read() >= 0) {
      // Whatever is said here is not for us; only the end counts.
    }
    System.exit(0);
  }
}
