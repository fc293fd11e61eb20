package io.lakeward.it.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.kafka.Message;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import io.lakeward.it.lake.BatchCommit;
import io.lakeward.it.lake.Difference;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.lake.LakeTable;
import io.lakeward.it.postgres.Envelope;
import io.lakeward.it.postgres.Replica;
import io.lakeward.it.postgres.RowChange;
import io.lakeward.it.postgres.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The table of a random workload: its source, its topic and its replica. */
final class Goods {

  static final String TABLE = Workload.GOODS.table();
  private static final int PARTITIONS = 3;

  private final Workload workload;
  private final Topic topic;
  private final PipelineFile file;
  private final List<RowChange> sent = new ArrayList<>();
  private long messages;

  Goods(Path directory, Workload workload, int recordsPerBatch) {
    SharedBroker broker = SharedBroker.get();
    this.workload = workload;
    this.topic = broker.createTopic("shop.public.goods", PARTITIONS);
    this.file =
        PipelineFile.ofKafka(directory, broker.bootstrapServers(), recordsPerBatch)
            .table(TABLE, "topic: " + topic.name());
  }

  /** The mapping, to be altered and written. */
  PipelineFile file() {
    return file;
  }

  /** Sends some transactions and gives the messages. */
  List<Message> produce(int transactions) {
    List<RowChange> changes = workload.transactions(transactions);
    List<Message> produced = Envelope.WITH_SCHEMA.messages(changes);
    topic.send(produced);
    sent.addAll(changes);
    messages += produced.size();
    return produced;
  }

  /** Sends messages as they are. */
  void send(List<Message> again) {
    topic.send(again);
  }

  /** How many messages were produced that are not applied yet. */
  long backlog() {
    List<BatchCommit> commits = exists() ? commits() : List.of();
    return commits.isEmpty() ? messages : messages - commits.get(commits.size() - 1).recordsSoFar();
  }

  /** The rows that the table must hold. */
  List<Map<String, Object>> expected() {
    List<Map<String, Object>> expected = Replica.of(sent);
    assertThat(Difference.between(expected, workload.rows())).as("the reference").isEmpty();
    return expected;
  }

  /** The rows that are missing in the table or too much; none where it equals its source. */
  List<String> differences() {
    return Difference.between(rows(), expected());
  }

  /** The rows that the table holds. */
  List<Map<String, Object>> rows() {
    return look(LakeTable::rows);
  }

  /** The connector's commits of the table. */
  List<BatchCommit> commits() {
    return look(LakeTable::commits);
  }

  /** Asks the table something, with a catalog of its own. */
  <T> T look(Function<LakeTable, T> question) {
    try (Lake lake = Lake.open(file.warehouse(), PipelineFile.NAMESPACE)) {
      return question.apply(lake.table(TABLE));
    }
  }

  /** Whether the table is there. */
  boolean exists() {
    try (Lake lake = Lake.open(file.warehouse(), PipelineFile.NAMESPACE)) {
      return lake.has(TABLE);
    }
  }
}
