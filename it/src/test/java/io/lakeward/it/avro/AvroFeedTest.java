package io.lakeward.it.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
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
import io.lakeward.source.avro.Frames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Feeds in Avro, through Kafka and a registry. */
class AvroFeedTest {

  private static final long SEED = 20261130;

  @TempDir private Path directory;

  @Test
  void debeziumsEnvelopeFillsTheTableAsItsJsonDoes() {
    SharedBroker broker = SharedBroker.get();
    Topic topic = broker.createTopic("shop.public.goods_avro", 3);
    try (Registry registry = Registry.start()) {
      ConnectAvro avro = new ConnectAvro(registry);
      Path mapping =
          PipelineFile.ofKafka(directory, broker.bootstrapServers(), 700)
              .format("debezium-avro")
              .source(registry.key())
              .table("goods", "topic: " + topic.name())
              .write();
      Workload workload = new Workload(SEED);
      List<RowChange> all = new ArrayList<>();
      for (int round = 0; round < 2; round++) {
        List<RowChange> changes = workload.transactions(150);
        all.addAll(changes);
        List<Message> messages = Envelope.WITH_SCHEMA.messages(changes);
        topic.send(messages, avro::frame);
        Run run = Run.once(mapping);
        assertThat(run.records("goods")).isEqualTo(messages.size());
        assertThat(run.skipped("goods", SkipReason.TOMBSTONE))
            .isEqualTo(messages.size() - changes.size());
        try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
          assertThat(Difference.between(lake.table("goods").rows(), Replica.of(all)))
              .as("seed %d, round %d", SEED, round)
              .isEmpty();
        }
      }
    }
  }

  @Test
  void customEventsAndOneWhoseSchemaNobodyKnows() {
    SharedBroker broker = SharedBroker.get();
    Topic topic = broker.createTopic("readings", 1);
    Schema schema =
        SchemaBuilder.record("Reading")
            .fields()
            .requiredString("sensor")
            .name("at")
            .type(
                new Schema.Parser()
                    .parse("{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}"))
            .noDefault()
            .optionalDouble("value")
            .endRecord();
    try (Registry registry = Registry.start()) {
      Path mapping =
          PipelineFile.ofKafka(directory, broker.bootstrapServers(), 100)
              .format("avro")
              .source(registry.key())
              .settingAside()
              .table(
                  "readings",
                  "topic: " + topic.name(),
                  "schema: \"sensor STRING, at TIMESTAMP, value DOUBLE\"",
                  "keys: [sensor]",
                  "sequence_by: at")
              .write();
      int id = registry.idOf(schema);
      topic.send(
          List.of(new Message(null, "1"), new Message(null, "2"), new Message(null, "3")),
          text -> text == null ? null : frame(text.equals("2") ? 99 : id, schema, text));
      Run run = Run.once(mapping);
      assertThat(run.batches("readings").get(0).setAside())
          .isEqualTo(Map.of(RejectReason.SCHEMA_MISSING, 1L));
      try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
        assertThat(lake.table("readings").rows())
            .extracting(row -> row.get("sensor") + " " + row.get("at") + " " + row.get("value"))
            .containsExactly("a 1970-01-01T00:00:03Z 3.5");
      }
    }
  }

  @Test
  void aRegistryThatIsNotThereStopsTheFlowAndSetsNothingAside() {
    SharedBroker broker = SharedBroker.get();
    Topic topic = broker.createTopic("orphans", 1);
    Schema schema = SchemaBuilder.record("R").fields().requiredLong("id").endRecord();
    topic.send(
        List.of(new Message(null, "1")),
        text -> {
          if (text == null) {
            return null;
          }
          GenericData.Record row = new GenericData.Record(schema);
          row.put("id", 1L);
          return Frames.frame(1, schema, row);
        });
    Path mapping =
        PipelineFile.ofKafka(directory, broker.bootstrapServers(), 100)
            .format("avro")
            .source("schema_registry: {url: \"http://127.0.0.1:1\"}")
            .settingAside()
            .table(
                "orphans",
                "topic: " + topic.name(),
                "schema: \"id BIGINT\"",
                "keys: [id]",
                "sequence_by: id")
            .write();
    LakewardException failure = Run.attempt(mapping).failure("orphans");
    assertThat(failure.code()).isEqualTo(ErrorCode.SCHEMA_REGISTRY_UNREADABLE);
    assertThat(failure.facts()).containsKeys("registry", "problem");
  }

  private static byte[] frame(int id, Schema schema, String text) {
    long seconds = Long.parseLong(text);
    GenericData.Record row = new GenericData.Record(schema);
    row.put("sensor", "a");
    row.put("at", seconds * 1_000_000);
    row.put("value", seconds + 0.5);
    return Frames.frame(id, schema, row);
  }
}
