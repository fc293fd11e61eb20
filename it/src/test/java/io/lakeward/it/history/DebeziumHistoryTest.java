package io.lakeward.it.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.Message;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import io.lakeward.it.lake.Difference;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.postgres.Column;
import io.lakeward.it.postgres.ColumnType;
import io.lakeward.it.postgres.Database;
import io.lakeward.it.postgres.Envelope;
import io.lakeward.it.postgres.Replica;
import io.lakeward.it.postgres.RowChange;
import io.lakeward.it.postgres.Schema;
import io.lakeward.it.postgres.Workload;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Debezium's changes as a type 2 history, from the broker to the table. */
class DebeziumHistoryTest {

  private static final long SEED = 20260112;
  private static final Schema ARTICLES =
      new Schema(
          "articles",
          List.of("id"),
          List.of(
              Column.of("id", ColumnType.BIGINT),
              Column.of("title", ColumnType.TEXT),
              Column.toasted("text")));

  @TempDir private Path directory;

  @ParameterizedTest(name = "headers: {0}")
  @ValueSource(booleans = {true, false})
  void openRowsEqualTheSourceAndNoTwoRowsOfAKeyOverlap(boolean withHeaders) {
    Topic topic = SharedBroker.get().createTopic("shop.public.goods", 3);
    Path mapping = mapping("goods", topic, 500, "on_truncate: end_all");
    Workload workload = new Workload(SEED);
    List<RowChange> all = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      List<RowChange> changes = workload.transactions(120);
      all.addAll(changes);
      List<Message> messages = Envelope.WITH_SCHEMA.messages(changes);
      topic.send(withHeaders ? messages : messages.stream().map(Message::withoutHeaders).toList());
      Run.once(mapping);
      List<Map<String, Object>> rows = rows("goods");
      List<Map<String, Object>> open =
          rows.stream().filter(row -> row.get("__END_AT") == null).map(this::ofSource).toList();
      assertThat(Difference.between(open, Replica.of(all)))
          .as("seed %d, round %d", SEED, round)
          .isEmpty();
      rows.stream()
          .collect(Collectors.groupingBy(row -> row.get("id")))
          .values()
          .forEach(DebeziumHistoryTest::assertDisjoint);
    }
  }

  @Test
  void intervalsShowTheTimeInTheSource() {
    Database database = new Database();
    database.create(ARTICLES);
    List<RowChange> insert =
        database
            .begin()
            .insert("articles", ARTICLES.row(1L, "one", "long text"))
            .insert("articles", ARTICLES.row(3L, "three", "other text"))
            .commit();
    List<RowChange> update =
        database.begin().update("articles", Map.of("id", 1L), Map.of("title", "uno")).commit();
    List<RowChange> move =
        database.begin().move("articles", Map.of("id", 1L), Map.of("id", 2L)).commit();
    List<RowChange> delete = database.begin().delete("articles", Map.of("id", 3L)).commit();
    List<RowChange> truncate = database.begin().truncate("articles").commit();
    Topic topic = SharedBroker.get().createTopic("shop.public.articles", 2);
    Path mapping = mapping("articles", topic, 500, "on_truncate: end_all");
    topic.send(Envelope.WITH_SCHEMA.messages(insert));
    Run.once(mapping);
    topic.send(Envelope.WITH_SCHEMA.messages(move));
    topic.send(Envelope.WITH_SCHEMA.messages(delete));
    Run.once(mapping);
    topic.send(Envelope.WITH_SCHEMA.messages(truncate));
    Run.once(mapping);
    topic.send(Envelope.WITH_SCHEMA.messages(update));
    Run.once(mapping);
    assertThat(rows("articles"))
        .containsExactlyInAnyOrder(
            row(1L, "one", "long text", at(insert), at(update)),
            row(1L, "uno", "long text", at(update), at(move)),
            row(2L, "uno", "long text", at(move), at(truncate)),
            row(3L, "three", "other text", at(insert), at(delete)));
  }

  @Test
  void aTruncateStopsAHistoryThatDoesNotSayWhatItMeans() {
    Database database = new Database();
    database.create(ARTICLES);
    List<RowChange> insert =
        database.begin().insert("articles", ARTICLES.row(1L, "one", "long text")).commit();
    List<RowChange> truncate = database.begin().truncate("articles").commit();
    Topic topic = SharedBroker.get().createTopic("shop.public.articles", 1);
    Path failing = mapping("articles", topic, 500, "tombstone_retention: 7 days");
    topic.send(Envelope.WITH_SCHEMA.messages(insert));
    Run.once(failing);
    topic.send(Envelope.WITH_SCHEMA.messages(truncate));
    var failure = Run.attempt(failing).failure("articles");
    assertThat(failure.code()).isEqualTo(ErrorCode.RECORD_REJECTED);
    assertThat(failure.facts()).containsEntry("reason", "TRUNCATE_REFUSED");
    Run.once(mapping("articles", topic, 500, "on_truncate: ignore"));
    assertThat(rows("articles")).containsExactly(row(1L, "one", "long text", at(insert), null));
  }

  private Path mapping(String table, Topic topic, int recordsPerBatch, String more) {
    return PipelineFile.ofKafka(directory, SharedBroker.get().bootstrapServers(), recordsPerBatch)
        .table(table, "topic: " + topic.name(), "stored_as_scd_type: 2", more)
        .write();
  }

  private List<Map<String, Object>> rows(String table) {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table(table).rows();
    }
  }

  private Map<String, Object> ofSource(Map<String, Object> row) {
    Map<String, Object> source = new LinkedHashMap<>(row);
    source.remove("__START_AT");
    source.remove("__END_AT");
    return source;
  }

  /** Two changes in one transaction have one time, and the row between them no width. */
  private static void assertDisjoint(List<Map<String, Object>> rows) {
    List<Map<String, Object>> sorted =
        rows.stream()
            .sorted(
                Comparator.comparing(DebeziumHistoryTest::start)
                    .thenComparing(DebeziumHistoryTest::end))
            .toList();
    for (int i = 1; i < sorted.size(); i++) {
      assertThat(end(sorted.get(i - 1))).as("%s", sorted).isBeforeOrEqualTo(start(sorted.get(i)));
    }
  }

  private static OffsetDateTime start(Map<String, Object> row) {
    return (OffsetDateTime) row.get("__START_AT");
  }

  private static OffsetDateTime end(Map<String, Object> row) {
    return row.get("__END_AT") instanceof OffsetDateTime end ? end : OffsetDateTime.MAX;
  }

  private static OffsetDateTime at(List<RowChange> transaction) {
    return Envelope.time(transaction.get(0)).atOffset(ZoneOffset.UTC);
  }

  private static Map<String, Object> row(
      long id, String title, String text, OffsetDateTime start, OffsetDateTime end) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", id);
    row.put("title", title);
    row.put("text", text);
    row.put("__START_AT", start);
    row.put("__END_AT", end);
    return row;
  }
}
