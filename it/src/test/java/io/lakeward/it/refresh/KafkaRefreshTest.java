package io.lakeward.it.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.ConnectorProcess;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Rebuild;
import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.Message;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import io.lakeward.it.lake.Lake;
import io.lakeward.pipeline.Refresh.Demand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refreshes from topics of a broker. */
class KafkaRefreshTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String ORDERS = "orders";

  @TempDir private Path directory;

  private Topic topic;
  private PipelineFile file;
  private Path mapping;

  @BeforeEach
  void replicateThreeRows() {
    topic = SharedBroker.get().createTopic(ORDERS, 1);
    file =
        PipelineFile.ofKafka(directory, SharedBroker.get().bootstrapServers(), 1000)
            .format("json")
            .table(
                ORDERS,
                "topic: " + topic.name(),
                "schema: \"id INT, seq BIGINT\"",
                "keys: [id]",
                "sequence_by: seq");
    mapping = file.write();
    send(1);
    send(2);
    send(3);
    Run.once(mapping);
  }

  @Test
  void aTopicMustHoldItsBeginning() {
    SharedBroker.get().deleteBefore(topic, 0, 2);
    LakewardException refused = Rebuild.refused(mapping, ORDERS, Demand.EVERY_RECORD);
    assertThat(refused.code()).isEqualTo(ErrorCode.SOURCE_INCOMPLETE);
    assertThat(refused.facts()).containsEntry("missing", topic.name() + "-0 begins at 2");
    assertThat(ids()).containsExactlyInAnyOrder(1, 2, 3);

    assertThat(Rebuild.forced(mapping, ORDERS).records()).isEqualTo(1);
    assertThat(ids()).containsExactly(3);
    send(4);
    assertThat(Run.once(mapping).records(ORDERS)).isEqualTo(1);
    assertThat(ids()).containsExactlyInAnyOrder(3, 4);
  }

  @Test
  void aTopicThatWasCreatedAnewDoesNotPassForTheOldOne() {
    topic = SharedBroker.get().createAnew(topic, 1);
    send(1);
    LakewardException refused = Rebuild.refused(mapping, ORDERS, Demand.EVERY_RECORD);
    assertThat(refused.code()).isEqualTo(ErrorCode.SOURCE_INCOMPLETE);
    assertThat(refused.facts()).containsEntry("missing", topic.name() + "-0 ends at 1");
  }

  @Test
  void aPipelineThatRunsIsToldToStop() {
    try (ConnectorProcess running = ConnectorProcess.run(mapping)) {
      send(4);
      running.await("four rows", PATIENCE, () -> ids().size() == 4);
      Rebuild.of(mapping, ORDERS);
      assertThat(ids()).containsExactlyInAnyOrder(1, 2, 3, 4);
      send(5);
      assertThat(running.exitCode(PATIENCE)).as(running.output()).isEqualTo(1);
      assertThat(running.output()).contains("WRITER_FENCED").contains("run");
    }
    assertThat(Run.once(mapping).records(ORDERS)).isEqualTo(1);
    assertThat(ids()).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
  }

  private void send(int id) {
    topic.send(message(id));
  }

  private static Message message(int id) {
    return new Message(null, "{\"id\":" + id + ",\"seq\":" + id + "}");
  }

  private List<Object> ids() {
    try (Lake lake = Lake.open(file.warehouse(), PipelineFile.NAMESPACE)) {
      return lake.table(ORDERS).rows().stream().map(row -> row.get("id")).toList();
    }
  }
}
