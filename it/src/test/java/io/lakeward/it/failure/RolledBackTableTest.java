package io.lakeward.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that somebody moved back in time: the run stops, it never skips what is missing. */
class RolledBackTableTest {

  @Test
  void stopsAndGoesOnFromTheTableWithoutTheCheckpoint(@TempDir Path directory) throws IOException {
    Rows rows = new Rows();
    Topic topic = SharedBroker.get().createTopic("orders", 1);
    PipelineFile file =
        PipelineFile.ofKafka(directory, SharedBroker.get().bootstrapServers(), 1000)
            .table("orders", "topic: " + topic.name());
    Path mapping = file.write();
    for (int id = 1; id <= 3; id++) {
      topic.send(rows.message(id));
      Run.once(mapping);
    }
    Rows.rollBack(file.warehouse(), "orders");
    assertThat(Rows.in(file.warehouse(), "orders")).containsExactly(1);

    topic.send(rows.message(4));
    LakewardException failure = Run.attempt(mapping).failure("orders");
    assertThat(failure.code()).isEqualTo(ErrorCode.OFFSETS_AHEAD);
    assertThat(failure.advice()).contains("checkpoint");
    assertThat(Rows.in(file.warehouse(), "orders")).containsExactly(1);

    file.deleteCheckpoints();
    Run.once(mapping);
    assertThat(Rows.in(file.warehouse(), "orders")).containsExactlyInAnyOrder(1, 2, 3, 4);
  }
}
