package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The schema of an envelope, put together of that of its flattened row. */
final class FlattenedSchemas {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final FlattenedFields fields;

  FlattenedSchemas(FlattenedFields fields) {
    this.fields = fields;
  }

  /** What stands before the payload of an envelope with such rows. */
  byte[] prefix(ConnectSchema flattened) {
    ObjectNode row = struct();
    ObjectNode source = struct();
    ObjectNode transaction = struct();
    boolean hasConnector = false;
    for (ConnectSchema.Field field : flattened.fields()) {
      FlattenedFields.Part part = fields.partOf(field.name());
      if (part == FlattenedFields.Part.COLUMN) {
        array(row).add(field.schema().node());
      } else if (part == FlattenedFields.Part.SOURCE) {
        array(source).add(renamed(field));
        hasConnector |= fields.nameInPart(field.name()).equals("connector");
      } else if (part == FlattenedFields.Part.TRANSACTION) {
        array(transaction).add(renamed(field));
      }
    }
    if (!hasConnector) {
      array(source).add(JSON.objectNode().put("type", "string").put("field", "connector"));
    }
    ObjectNode envelope = struct();
    array(envelope).add(row.deepCopy().put("optional", true).put("field", "before"));
    array(envelope).add(row.put("optional", true).put("field", "after"));
    array(envelope).add(source.put("field", "source"));
    if (!array(transaction).isEmpty()) {
      array(envelope).add(transaction.put("optional", true).put("field", "transaction"));
    }
    array(envelope).add(JSON.objectNode().put("type", "string").put("field", "op"));
    return ("{\"schema\":" + envelope + ",\"payload\":").getBytes(UTF_8);
  }

  private ObjectNode renamed(ConnectSchema.Field field) {
    ObjectNode copy = field.schema().node().deepCopy();
    return copy.put("field", fields.nameInPart(field.name()));
  }

  private static ObjectNode struct() {
    ObjectNode struct = JSON.objectNode().put("type", "struct");
    struct.putArray("fields");
    return struct;
  }

  private static ArrayNode array(ObjectNode struct) {
    return (ArrayNode) struct.get("fields");
  }
}
