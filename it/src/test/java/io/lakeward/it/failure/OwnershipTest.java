package io.lakeward.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.it.connector.ConnectorProcess;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two who write one table. */
class OwnershipTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path directory;

  private final Rows rows = new Rows();
  private Topic topic;
  private PipelineFile file;
  private int sent;

  @BeforeEach
  void replicateOneRow() {
    topic = SharedBroker.get().createTopic("orders", 1);
    file = pipeline(directory);
    send();
    Run.once(file.write());
  }

  @Test
  void anotherPipelineIsRefused() {
    send();
    Path other = pipeline(directory).named("other").write();
    assertThat(Run.attempt(other).failure("orders").code()).isEqualTo(ErrorCode.TABLE_OWNED);
    assertThat(Rows.in(file.warehouse(), "orders")).containsExactly(1);
  }

  /** The same mapping on two machines: with checkpoints of their own. */
  @Test
  void theOlderOfTwoWritersIsFenced(@TempDir Path elsewhere) {
    try (ConnectorProcess older = startedWithTwoRows(file.write());
        ConnectorProcess newer =
            ConnectorProcess.run(pipeline(elsewhere).warehouse(file.warehouse()).write())) {
      sendUntilEnded(older);
      assertThat(older.exitCode(PATIENCE)).as(older.output()).isEqualTo(1);
      assertThat(older.output()).contains("WRITER_FENCED").contains("To mend it: ");
      awaitRows(newer, sent);
    }
    assertEachRowOnce();
  }

  /** The same mapping twice on one machine: one checkpoint for both, which Spark may notice. */
  @Test
  void theSameMappingTwiceDuplicatesNothing() {
    Path mapping = file.write();
    try (ConnectorProcess older = startedWithTwoRows(mapping);
        ConnectorProcess newer = ConnectorProcess.run(mapping)) {
      sendUntilEnded(older);
      assertThat(older.exitCode(PATIENCE)).as(older.output()).isEqualTo(1);
      newer.kill();
    }
    Run.once(mapping);
    assertEachRowOnce();
  }

  private ConnectorProcess startedWithTwoRows(Path mapping) {
    ConnectorProcess started = ConnectorProcess.run(mapping);
    send();
    awaitRows(started, 2);
    return started;
  }

  /** A writer that has nothing to write does not notice the other one. */
  private void sendUntilEnded(ConnectorProcess writer) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (writer.isAlive() && System.nanoTime() < end) {
      send();
      try {
        Thread.sleep(300);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  private void send() {
    sent++;
    topic.send(rows.message(sent));
  }

  private void assertEachRowOnce() {
    assertThat(Rows.in(file.warehouse(), "orders"))
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, sent).boxed().toList());
  }

  private PipelineFile pipeline(Path below) {
    return PipelineFile.ofKafka(below, SharedBroker.get().bootstrapServers(), 1000)
        .table("orders", "topic: " + topic.name());
  }

  private void awaitRows(ConnectorProcess writer, int count) {
    writer.await(
        count + " rows", PATIENCE, () -> Rows.in(file.warehouse(), "orders").size() == count);
  }
}
