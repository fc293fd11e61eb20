package io.lakeward.it.changes;

import io.lakeward.it.kafka.Message;
import io.lakeward.it.postgres.Database;
import io.lakeward.it.postgres.Envelope;
import io.lakeward.it.postgres.RowChange;
import io.lakeward.it.postgres.Schema;
import io.lakeward.it.postgres.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is sent of one table, round by round. After each round the connector runs until everything
 * is applied, so a round is what comes in one batch.
 */
final class Episode {

  /** All topics have two partitions, so that order between keys can be turned around. */
  static final int PARTITIONS = 2;

  private static final int BY_KEY = -1;

  /**
   * Something sent.
   *
   * @param partition where to; {@link #BY_KEY} for where its key belongs
   */
  private record Sent(int round, int partition, RowChange change, boolean tombstone) {}

  private final String name;
  private final Schema schema;
  private final Database database = new Database();
  private final List<Sent> sent = new ArrayList<>();
  private final List<Map<String, Object>> expected = new ArrayList<>();
  private boolean withoutSchema;
  private boolean withoutHeaders;
  private int round;

  Episode(String name, Schema schema) {
    this.name = name;
    this.schema = new Schema(name, schema.keys(), schema.columns());
    database.create(this.schema);
  }

  String name() {
    return name;
  }

  Schema schema() {
    return schema;
  }

  Database database() {
    return database;
  }

  Transaction begin() {
    return database.begin();
  }

  /** Sends changes, deletes with their tombstones. */
  Episode send(List<RowChange> changes) {
    return sendTo(BY_KEY, changes);
  }

  /** Sends changes to one partition, whatever their keys. */
  Episode sendTo(int partition, List<RowChange> changes) {
    for (RowChange change : changes) {
      sent.add(new Sent(round, partition, change, false));
      if (change.kind() == RowChange.Kind.DELETE || change.kind() == RowChange.Kind.MOVE_OUT) {
        sent.add(new Sent(round, partition, change, true));
      }
    }
    return this;
  }

  /** Whatever is sent from here on comes in a later batch. */
  Episode nextRound() {
    round++;
    return this;
  }

  /** Adds a row that the table must hold in the end. */
  Episode expect(Object... values) {
    expected.add(database.schema(name).row(values));
    return this;
  }

  /** Plays a second time, with records that do not carry their schema. */
  Episode alsoWithoutSchema() {
    withoutSchema = true;
    return this;
  }

  /** Sends every record without its headers, as a feed that drops them does. */
  Episode withoutHeaders() {
    withoutHeaders = true;
    return this;
  }

  /** The forms of the records with which the episode is played. */
  List<Envelope> envelopes() {
    return withoutSchema ? List.of(Envelope.values()) : List.of(Envelope.WITH_SCHEMA);
  }

  List<Map<String, Object>> expected() {
    return expected;
  }

  /** All changes of all rounds. */
  List<RowChange> changes() {
    return sent.stream().filter(one -> !one.tombstone()).map(Sent::change).toList();
  }

  int rounds() {
    return round + 1;
  }

  /** The number of records sent in all rounds. */
  int records() {
    return sent.size();
  }

  int tombstones() {
    return (int) sent.stream().filter(Sent::tombstone).count();
  }

  /** The messages of a round by partition, {@link #BY_KEY} among them. */
  Map<Integer, List<Message>> messages(int wanted, Envelope envelope) {
    Map<Integer, List<Message>> messages = new LinkedHashMap<>();
    for (Sent one : sent) {
      if (one.round() == wanted) {
        messages
            .computeIfAbsent(one.partition(), partition -> new ArrayList<>())
            .add(message(one, envelope));
      }
    }
    return messages;
  }

  private Message message(Sent sent, Envelope envelope) {
    if (sent.tombstone()) {
      return envelope.tombstone(sent.change());
    }
    Message message = envelope.message(sent.change());
    return withoutHeaders ? message.withoutHeaders() : message;
  }

  static boolean isByKey(int partition) {
    return partition == BY_KEY;
  }

  @Override
  public String toString() {
    return name;
  }
}
