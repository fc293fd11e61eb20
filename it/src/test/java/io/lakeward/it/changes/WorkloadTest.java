package io.lakeward.it.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lakeward.change.SkipReason;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.Message;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import io.lakeward.it.lake.Difference;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.postgres.Envelope;
import io.lakeward.it.postgres.Replica;
import io.lakeward.it.postgres.RowChange;
import io.lakeward.it.postgres.Workload;
import io.lakeward.observe.BatchReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A random workload over a topic of several partitions, in many batches. */
class WorkloadTest {

  private static final long SEED = 20260111;
  private static final int PER_BATCH = 700;

  /** So few that the halves of a key change often come in different batches. */
  private static final int PER_SMALL_BATCH = 100;

  @ParameterizedTest(name = "{0}, headers: {1}")
  @CsvSource({"WITH_SCHEMA,true", "WITHOUT_SCHEMA,true", "WITH_SCHEMA,false"})
  void tableEqualsTheSourceAfterEachRun(
      Envelope envelope, boolean withHeaders, @TempDir Path directory) {
    SharedBroker broker = SharedBroker.get();
    Topic topic = broker.createTopic("shop.public.goods", 3);
    Path mapping =
        PipelineFile.ofKafka(
                directory, broker.bootstrapServers(), withHeaders ? PER_BATCH : PER_SMALL_BATCH)
            .table(
                "goods",
                "topic: " + topic.name(),
                envelope == Envelope.WITH_SCHEMA
                    ? "keys: [id]"
                    : "schema: \"" + Workload.GOODS.ddl() + "\"")
            .write();
    Workload workload = new Workload(SEED);
    List<RowChange> all = new ArrayList<>();
    long unlinked = 0;
    for (int round = 0; round < 2; round++) {
      List<RowChange> changes = workload.transactions(150);
      all.addAll(changes);
      List<Message> messages = envelope.messages(changes);
      topic.send(withHeaders ? messages : messages.stream().map(Message::withoutHeaders).toList());
      Run run = Run.once(mapping);
      unlinked += run.batches("goods").stream().mapToLong(BatchReport::unlinked).sum();
      assertThat(run.records("goods")).isEqualTo(messages.size());
      assertThat(run.skipped("goods", SkipReason.TOMBSTONE))
          .isEqualTo(messages.size() - changes.size());
      assertThat(run.batches("goods")).hasSizeGreaterThan(2);
      try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
        assertThat(Difference.between(lake.table("goods").rows(), Replica.of(all)))
            .as("seed %d, round %d", SEED, round)
            .isEmpty();
        assertThat(lake.table("goods").iceberg().schema().columns())
            .extracting(NestedField::name, field -> field.type().toString())
            .startsWith(
                tuple("id", "long"),
                tuple("name", "string"),
                tuple("price", "decimal(12, 2)"),
                tuple("stock", "int"),
                tuple("listed", "boolean"),
                tuple("seen", "timestamp"),
                tuple("manual", "string"));
      }
    }
    if (!withHeaders) {
      assertThat(unlinked).as("creates whose delete came in a later batch").isPositive();
    }
  }
}
