package io.lakeward.it.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.postgres.Database;
import io.lakeward.it.postgres.Envelope;
import io.lakeward.it.postgres.RowChange;
import io.lakeward.it.postgres.Schema;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which topics go into which tables: several of each in one mapping. */
class TopicsTest {

  private static final Schema ROWS = KeyChanges.ARTICLES;
  private static final String TABLE = ROWS.table();

  @TempDir private Path directory;

  private final SharedBroker broker = SharedBroker.get();
  private final Database database = new Database();

  @Test
  @DisplayName("C8: what topics hold when a pipeline runs first is read")
  void topicsGoIntoTheirTables() {
    database.create(ROWS);
    Topic alone = broker.createTopic("alone", 1);
    Topic east = broker.createTopic("listed.east", 2);
    Topic west = broker.createTopic("listed.west", 1);
    Topic red = broker.createTopic("pattern.red", 1);
    Topic blue = broker.createTopic("pattern.blue", 3);
    Topic other = broker.createTopic("not.pattern.red", 1);
    Path mapping =
        PipelineFile.ofKafka(directory, broker.bootstrapServers(), 10_000)
            .table("alone", "topic: " + alone.name())
            .table("listed", "topics: [" + east.name() + ", " + west.name() + "]")
            .table("patterned", "topic_pattern: 'pattern\\.(red|blue)\\.\\d+'")
            .write();
    send(alone, 1);
    send(east, 2);
    send(west, 3);
    send(red, 4);
    send(blue, 5);
    send(other, 6);
    Run.once(mapping);
    assertRows("alone", 1);
    assertRows("listed", 2, 3);
    assertRows("patterned", 4, 5);

    // One row of a table in two topics: still one row, by its place in the source's log.
    List<RowChange> update =
        database.begin().update(TABLE, Map.of("id", 2L), Map.of("title", "moved")).commit();
    west.send(Envelope.WITH_SCHEMA.messages(update));
    send(red, 7);
    Run second = Run.once(mapping);
    assertThat(second.records("alone")).isZero();
    assertThat(second.records("listed")).isEqualTo(1);
    assertRows("patterned", 4, 5, 7);
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      assertThat(lake.table("listed").rows())
          .containsExactlyInAnyOrder(
              ROWS.row(2L, "moved", "text 2"), ROWS.row(3L, "row 3", "text 3"));
    }
  }

  private void send(Topic topic, long id) {
    topic.send(
        Envelope.WITH_SCHEMA.messages(
            database.begin().insert(TABLE, ROWS.row(id, "row " + id, "text " + id)).commit()));
  }

  private void assertRows(String table, Integer... ids) {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      assertThat(lake.table(table).rows())
          .extracting(row -> ((Long) row.get("id")).intValue())
          .containsExactlyInAnyOrder(ids);
    }
  }
}
