package io.lakeward.it.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.RejectReason;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.kafka.Message;
import io.lakeward.it.kafka.SharedBroker;
import io.lakeward.it.kafka.Topic;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.postgres.Database;
import io.lakeward.it.postgres.Envelope;
import io.lakeward.it.postgres.RowChange;
import io.lakeward.it.postgres.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debezium's updates of some columns, by either rule, beside the long texts that it leaves out. */
class PartialUpdatesTest {

  private static final Schema ARTICLES = KeyChanges.ARTICLES;
  private static final String TABLE = ARTICLES.table();
  private static final Map<String, Object> ONE = Map.of("id", 1L);

  @TempDir private Path directory;

  private final SharedBroker broker = SharedBroker.get();
  private final Database database = new Database();

  @Test
  void nullsThatAreIgnoredKeepWhatIsThere() {
    database.create(ARTICLES);
    Topic topic = broker.createTopic("ignored", 1);
    Path mapping =
        PipelineFile.ofKafka(directory, broker.bootstrapServers(), 10_000)
            .table("ignored", "topic: " + topic.name(), "ignore_null_updates: true")
            .write();
    List<RowChange> insert =
        database.begin().insert(TABLE, ARTICLES.row(1L, "one", "long")).commit();
    List<RowChange> update = database.begin().update(TABLE, ONE, Map.of("title", "uno")).commit();
    List<RowChange> clear =
        database.begin().update(TABLE, ONE, Collections.singletonMap("title", null)).commit();
    topic.send(Envelope.WITH_SCHEMA.messages(clear));
    Run.once(mapping);
    assertThat(rows("ignored")).containsExactly(ARTICLES.row(1L, null, null));
    topic.send(Envelope.WITH_SCHEMA.messages(update));
    topic.send(Envelope.WITH_SCHEMA.messages(insert));
    Run.once(mapping);
    assertThat(rows("ignored")).containsExactly(ARTICLES.row(1L, "uno", "long"));

    // What the row kept of its past does not move with it, but for what the source did not send.
    List<RowChange> move = database.begin().move(TABLE, ONE, Map.of("id", 2L)).commit();
    topic.send(Envelope.WITH_SCHEMA.messages(move));
    Run.once(mapping);
    assertThat(rows("ignored")).containsExactly(ARTICLES.row(2L, null, "long"));
  }

  @Test
  void eachRecordSaysWhatItWrites() {
    Topic topic = broker.createTopic("listed", 1);
    Path mapping =
        PipelineFile.ofKafka(directory, broker.bootstrapServers(), 10_000)
            .table(
                "listed",
                "topic: " + topic.name(),
                "schema: \"id INT, name STRING, place STRUCT<city: STRING, zip: STRING>,"
                    + " changed ARRAY<STRING>\"",
                "columns_to_update: changed",
                "except_column_list: [changed]")
            .write();
    topic.send(
        message(3, "'name':'new','place':{'city':'Rome','zip':'no'},'changed':['place.city']"),
        message(1, "'name':'one','place':{'city':'Bonn','zip':'53111'},'changed':null"));
    Run.once(mapping);
    assertThat(rows("listed"))
        .extracting(PartialUpdatesTest::flat)
        .containsExactly(List.of(1, "one", "Rome", "53111"));
    topic.send(
        message(2, "'name':'two','place':{'city':'Oslo','zip':null},'changed':['name','place']"));
    topic.send(message(4, "'name':'no','place':null,'changed':[]"));
    Run last = Run.once(mapping);
    assertThat(last.applied("listed")).isEqualTo(2);
    assertThat(rows("listed"))
        .extracting(PartialUpdatesTest::flat)
        .containsExactly(Arrays.asList(1, "two", "Rome", null));

    topic.send(message(5, "'name':'five','changed':['nam']"));
    LakewardException failure = Run.attempt(mapping).failure("listed");
    assertThat(failure.facts())
        .containsEntry("reason", RejectReason.COLUMN_UNKNOWN.name())
        .containsEntry("offset", "4");
    assertThat(rows("listed")).hasSize(1);
  }

  private static Message message(int place, String fields) {
    String value =
        "{'before':null,'after':{'id':1,"
            + fields
            + "},'source':{'connector':'postgresql','sequence':'[\\'1\\',\\'%d\\']','lsn':%d}"
                .formatted(place, place)
            + ",'op':'u'}";
    return new Message("{\"id\":1}", value.replace('\'', '"'));
  }

  private static List<Object> flat(Map<String, Object> row) {
    List<Object> values = new ArrayList<>();
    for (Object value : row.values()) {
      if (value instanceof Record struct) {
        Stream.of("city", "zip").forEach(field -> values.add(struct.getField(field)));
      } else {
        values.add(value);
      }
    }
    return values;
  }

  private List<Map<String, Object>> rows(String table) {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table(table).rows();
    }
  }
}
