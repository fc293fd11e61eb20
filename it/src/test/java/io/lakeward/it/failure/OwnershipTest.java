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

  @BeforeEach
  void replicateOneRow() {
    topic = SharedBroker.get().createTopic("orders", 1);
    file = pipeline(directory);
    topic.send(rows.message(1));
    Run.once(file.write());
  }

  @Test
  void anotherPipelineIsRefused() {
    topic.send(rows.message(2));
    Path other = pipeline(directory).named("other").write();
    assertThat(Run.attempt(other).failure("orders").code()).isEqualTo(ErrorCode.TABLE_OWNED);
    assertThat(Rows.in(file.warehouse(), "orders")).containsExactly(1);
  }

  /** The same mapping on two machines: with checkpoints of their own. */
  @Test
  void theOlderOfTwoWritersIsFenced(@TempDir Path elsewhere) {
    try (ConnectorProcess older = ConnectorProcess.run(file.write())) {
      topic.send(rows.message(2));
      awaitRows(older, 2);
      Path same = pipeline(elsewhere).warehouse(file.warehouse()).write();
      try (ConnectorProcess newer = ConnectorProcess.run(same)) {
        IntStream.rangeClosed(3, 40)
            .forEach(
                id -> {
                  topic.send(rows.message(id));
                  pause();
                });
        awaitRows(newer, 40);
        topic.send(rows.message(41));
        awaitRows(newer, 41);
        assertThat(older.exitCode(PATIENCE)).as(older.output()).isEqualTo(1);
        assertThat(older.output()).contains("WRITER_FENCED").contains("To mend it: ");
        assertThat(newer.isAlive()).as(newer.output()).isTrue();
      }
    }
    assertThat(Rows.in(file.warehouse(), "orders"))
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 41).boxed().toList());
  }

  /** The same mapping twice on one machine: one checkpoint for both, which Spark may notice. */
  @Test
  void theSameMappingTwiceDuplicatesNothing() {
    Path mapping = file.write();
    try (ConnectorProcess older = ConnectorProcess.run(mapping)) {
      topic.send(rows.message(2));
      awaitRows(older, 2);
      try (ConnectorProcess newer = ConnectorProcess.run(mapping)) {
        IntStream.rangeClosed(3, 40)
            .forEach(
                id -> {
                  topic.send(rows.message(id));
                  pause();
                });
        assertThat(older.exitCode(PATIENCE)).as(older.output()).isEqualTo(1);
      }
    }
    Run.once(mapping);
    assertThat(Rows.in(file.warehouse(), "orders"))
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 40).boxed().toList());
  }

  private PipelineFile pipeline(Path below) {
    return PipelineFile.ofKafka(below, SharedBroker.get().bootstrapServers(), 1000)
        .table("orders", "topic: " + topic.name());
  }

  private void awaitRows(ConnectorProcess writer, int count) {
    writer.await(
        count + " rows",
        PATIENCE,
        () -> Rows.in(file.warehouse(), "orders").size() == count);
  }

  /** Slower than a start of the connector takes in all, so that both are there for a while. */
  private static void pause() {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
