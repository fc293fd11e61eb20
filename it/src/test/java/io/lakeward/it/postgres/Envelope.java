package io.lakeward.it.postgres;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.it.kafka.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes changes as Debezium's PostgreSQL connector does, with the default replica identity: an
 * update has no row before it, a delete has only the key of it.
 */
public enum Envelope {
  /** Each record carries its schema. */
  WITH_SCHEMA,
  /** Only the payload. */
  WITHOUT_SCHEMA;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** The messages of changes; each delete is followed by its tombstone. */
  public List<Message> messages(List<RowChange> changes) {
    List<Message> messages = new ArrayList<>();
    for (RowChange change : changes) {
      messages.add(message(change));
      if (change.kind().isDelete()) {
        messages.add(tombstone(change));
      }
    }
    return messages;
  }

  /** The message of one change, without a tombstone. */
  public Message message(RowChange change) {
    Map<String, String> headers = new HashMap<>();
    headers.put("__debezium.context.connectorName", "postgresql");
    if (change.kind() == RowChange.Kind.MOVE_OUT) {
      headers.put("__debezium.newkey", key(change.schema(), change.otherKey()));
    } else if (change.kind() == RowChange.Kind.MOVE_IN) {
      headers.put("__debezium.oldkey", key(change.schema(), change.otherKey()));
    }
    String key = change.key().isEmpty() ? null : key(change.schema(), change.key());
    return new Message(key, value(change), headers);
  }

  /** What lets Kafka's compaction forget the key of a delete. */
  public Message tombstone(RowChange change) {
    return new Message(key(change.schema(), change.key()), null);
  }

  private String key(Schema schema, Map<String, Object> key) {
    ObjectNode payload = JSON.objectNode();
    List<Column> columns =
        schema.columns().stream().filter(c -> schema.keys().contains(c.name())).toList();
    columns.forEach(column -> column.type().write(payload, column.name(), key.get(column.name())));
    ObjectNode struct = EnvelopeSchema.struct(null, name(schema) + ".Key", false);
    EnvelopeSchema.columns(struct, schema, columns);
    return framed(struct, payload);
  }

  private String value(RowChange change) {
    ObjectNode payload = JSON.objectNode();
    Schema schema = change.schema();
    payload.set("before", change.kind().isDelete() ? row(schema, change.key()) : JSON.nullNode());
    payload.set(
        "after", change.values().isEmpty() ? JSON.nullNode() : row(schema, change.values()));
    payload.set("source", source(change));
    payload.putNull("transaction");
    payload.put("op", change.kind().letter());
    payload.put("ts_ms", time(change).toEpochMilli() + 400);
    return framed(EnvelopeSchema.of(schema, name(schema)), payload);
  }

  private static ObjectNode row(Schema schema, Map<String, Object> values) {
    ObjectNode row = JSON.objectNode();
    schema.columns().forEach(c -> c.type().write(row, c.name(), values.get(c.name())));
    return row;
  }

  private static ObjectNode source(RowChange change) {
    LogPosition position = change.position();
    ArrayNode sequence =
        JSON.arrayNode()
            .add(Long.toString(position.lastCommit()))
            .add(Long.toString(position.lsn()));
    return JSON.objectNode()
        .put("version", "3.6.1.Final")
        .put("connector", "postgresql")
        .put("name", "shop")
        .put("ts_ms", time(change).toEpochMilli())
        .put("snapshot", position.streamed() ? "false" : "true")
        .put("db", "shop")
        .put("sequence", sequence.toString())
        .put("schema", "public")
        .put("table", change.schema().table())
        .put("txId", position.transaction())
        .put("lsn", position.lsn())
        .putNull("xmin");
  }

  /** When the transaction of a change was committed in the source, which PostgreSQL tells. */
  public static Instant time(RowChange change) {
    return Instant.ofEpochMilli(1_767_225_600_000L + change.position().lastCommit());
  }

  private static String name(Schema schema) {
    return "shop.public." + schema.table();
  }

  private String framed(ObjectNode schema, ObjectNode payload) {
    if (this == WITHOUT_SCHEMA) {
      return payload.toString();
    }
    ObjectNode framed = JSON.objectNode();
    framed.set("schema", schema);
    framed.set("payload", payload);
    return framed.toString();
  }
}
