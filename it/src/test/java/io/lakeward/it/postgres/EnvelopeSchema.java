package io.lakeward.it.postgres;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The schema block of an envelope, as Kafka Connect's JSON converter writes it. */
final class EnvelopeSchema {
  private EnvelopeSchema() {}

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  static ObjectNode of(Schema schema, String name) {
    ObjectNode envelope = struct(null, name + ".Envelope", false);
    ArrayNode fields = (ArrayNode) envelope.get("fields");
    for (String side : List.of("before", "after")) {
      ObjectNode row = struct(side, name + ".Value", true);
      columns(row, schema, schema.columns());
      fields.add(row);
    }
    fields.add(source());
    fields.add(transaction());
    fields.add(field("op", "string", false));
    fields.add(field("ts_ms", "int64", true));
    return envelope.put("version", 2);
  }

  static ObjectNode struct(String field, String name, boolean optional) {
    ObjectNode struct = JSON.objectNode().put("type", "struct");
    struct.putArray("fields");
    struct.put("optional", optional).put("name", name);
    return field == null ? struct : struct.put("field", field);
  }

  static void columns(ObjectNode into, Schema schema, List<Column> columns) {
    ArrayNode fields = (ArrayNode) into.get("fields");
    for (Column column : columns) {
      ObjectNode field = column.type().schema();
      field.put("optional", !schema.keys().contains(column.name()));
      if (column.defaultValue() != null) {
        column.type().write(field, "default", column.defaultValue());
      }
      fields.add(field.put("field", column.name()));
    }
  }

  private static ObjectNode source() {
    ObjectNode source = struct("source", "io.debezium.connector.postgresql.Source", false);
    ArrayNode fields = (ArrayNode) source.get("fields");
    List.of("version", "connector", "name").forEach(f -> fields.add(field(f, "string", false)));
    fields.add(field("ts_ms", "int64", false));
    fields.add(
        field("snapshot", "string", true)
            .put("name", "io.debezium.data.Enum")
            .put("version", 1)
            .put("default", "false"));
    fields.add(field("db", "string", false));
    fields.add(field("sequence", "string", true));
    List.of("schema", "table").forEach(f -> fields.add(field(f, "string", false)));
    List.of("txId", "lsn", "xmin").forEach(f -> fields.add(field(f, "int64", true)));
    return source;
  }

  private static ObjectNode transaction() {
    ObjectNode transaction = struct("transaction", "event.block", true).put("version", 1);
    ArrayNode fields = (ArrayNode) transaction.get("fields");
    fields.add(field("id", "string", false));
    fields.add(field("total_order", "int64", false));
    fields.add(field("data_collection_order", "int64", false));
    return transaction;
  }

  private static ObjectNode field(String name, String type, boolean optional) {
    return JSON.objectNode().put("type", type).put("optional", optional).put("field", name);
  }
}
