package io.lakeward.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.ConnectorProcess;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM is the ordinary end of a run. */
class TerminationTest {

  @Test
  void endsCleanly(@TempDir Path directory) {
    Rows rows = new Rows();
    Topic topic = SharedBroker.get().createTopic("orders", 2);
    PipelineFile file =
        PipelineFile.ofKafka(directory, SharedBroker.get().bootstrapServers(), 1000)
            .table("orders", "topic: " + topic.name());
    Path mapping = file.write();
    topic.send(rows.message(1), rows.message(2));
    try (ConnectorProcess run = ConnectorProcess.run(mapping)) {
      run.await(
          "two rows", Duration.ofMinutes(3), () -> Rows.in(file.warehouse(), "orders").size() == 2);
      run.terminate();
      assertThat(run.exitCode(Duration.ofMinutes(1))).as(run.output()).isZero();
      assertThat(run.output()).doesNotContain("FAILED").doesNotContain("\tat ");
    }
    topic.send(rows.message(3));
    assertThat(Run.once(mapping).records("orders")).isEqualTo(1);
    assertThat(Rows.in(file.warehouse(), "orders")).containsExactlyInAnyOrder(1, 2, 3);
  }
}
