package io.lakeward.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.ConnectorProcess;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.kafka.SharedBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Systems that are not where the mapping says: a clear error in time, with what to do. The promise
 * is half a minute; a machine that is busy with other tests gets twice that.
 */
class UnreachableTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  @Test
  void brokerDoesNotListen() throws IOException {
    assertSays(
        PipelineFile.ofKafka(directory, "127.0.0.1:" + unusedPort(), 1000)
            .table("orders", "topic: orders")
            .table("customers", "topic: customers")
            .table("goods", "topic: goods")
            .table("stock", "topic: stock")
            .table("prices", "topic: prices"),
        1,
        "BROKER_UNREACHABLE");
  }

  /** A port that takes connections and never says anything, as a broken proxy does. */
  @Test
  void brokerDoesNotAnswer() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertSays(
          PipelineFile.ofKafka(directory, "127.0.0.1:" + silent.getLocalPort(), 1000)
              .table("orders", "topic: orders"),
          1,
          "BROKER_UNREACHABLE");
    }
  }

  @Test
  void topicIsMissing() {
    String said =
        assertSays(
            PipelineFile.ofKafka(directory, SharedBroker.get().bootstrapServers(), 1000)
                .table("orders", "topic: misspelt.orders"),
            1,
            "TOPIC_NOT_FOUND");
    assertThat(said).contains("misspelt.orders");
  }

  @Test
  void warehouseIsAFile() throws IOException {
    Path occupied = Files.writeString(directory.resolve("occupied"), "not a directory");
    String said =
        assertSays(
            PipelineFile.ofKafka(directory, SharedBroker.get().bootstrapServers(), 1000)
                .warehouse(occupied)
                .table("orders", "topic: orders"),
            2,
            "WAREHOUSE_UNUSABLE");
    assertThat(said).contains(occupied.toString());
  }

  private static String assertSays(PipelineFile file, int exitCode, String code) {
    try (ConnectorProcess run = ConnectorProcess.run(file.write())) {
      int exit = run.exitCode(PATIENCE);
      assertThat(run.output()).contains(code).contains("To mend it: ").doesNotContain("\tat ");
      assertThat(exit).as(run.output()).isEqualTo(exitCode);
      return run.output();
    }
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
