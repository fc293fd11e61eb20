package io.lakeward.source.debezium;

import io.lakeward.source.SourceRecord;

/**
 * Records of Debezium's connector for MongoDB, put together from their parts. Field lists are those
 * of its documentation, "Change event keys", "create events", "update events" and "delete events",
 * and of its classes {@code MongoDbSchema} and {@code MongoDbSourceInfoStructMaker} (3.6).
 */
public final class MongoEvents {

  public static final String SOURCE =
      """
      {"version":"3.6.1.Final","connector":"mongodb","name":"fulfillment","ts_ms":1558965508123,\
      "snapshot":"false","db":"inventory","sequence":null,"ts_us":1558965508123000,\
      "ts_ns":1558965508123000000,"collection":"customers","ord":31,\
      "lsid":"{\\"id\\": {\\"$binary\\": \\"FA7YEzXgQXSX9OxmzllH2w==\\",\\"$type\\": \\"04\\"}}",\
      "txnNumber":1,"wallTime":1558965508123}""";

  /** The schema of an envelope: documents are texts. */
  private static final String SCHEMA =
      """
      {"type":"struct","fields":[\
      {"type":"string","optional":true,"name":"io.debezium.data.Json","version":1,"field":"before"},\
      {"type":"string","optional":true,"name":"io.debezium.data.Json","version":1,"field":"after"},\
      {"type":"struct","fields":[{"type":"array","items":{"type":"string","optional":false},\
      "optional":true,"field":"removedFields"},{"type":"string","optional":true,\
      "name":"io.debezium.data.Json","version":1,"field":"updatedFields"},{"type":"array",\
      "items":{"type":"struct","fields":[{"type":"string","optional":false,"field":"field"},\
      {"type":"int32","optional":false,"field":"size"}],"optional":false,\
      "name":"io.debezium.connector.mongodb.changestream.truncatedarray","version":1},\
      "optional":true,"field":"truncatedArrays"}],"optional":true,\
      "name":"io.debezium.connector.mongodb.changestream.updatedescription","version":1,\
      "field":"updateDescription"},\
      {"type":"struct","fields":[{"type":"string","optional":false,"field":"version"},\
      {"type":"string","optional":false,"field":"connector"},\
      {"type":"string","optional":false,"field":"name"},\
      {"type":"int64","optional":false,"field":"ts_ms"},\
      {"type":"string","optional":true,"name":"io.debezium.data.Enum","version":1,\
      "parameters":{"allowed":"true,first,first_in_data_collection,last_in_data_collection,last,\
      false,incremental"},"default":"false","field":"snapshot"},\
      {"type":"string","optional":false,"field":"db"},\
      {"type":"string","optional":true,"field":"sequence"},\
      {"type":"int64","optional":true,"field":"ts_us"},\
      {"type":"int64","optional":true,"field":"ts_ns"},\
      {"type":"string","optional":false,"field":"collection"},\
      {"type":"int32","optional":false,"field":"ord"},\
      {"type":"string","optional":true,"field":"lsid"},\
      {"type":"int64","optional":true,"field":"txnNumber"},\
      {"type":"int64","optional":true,"field":"wallTime"}],"optional":false,\
      "name":"io.debezium.connector.mongo.Source","version":1,"field":"source"},\
      {"type":"string","optional":true,"field":"op"},\
      {"type":"int64","optional":true,"field":"ts_ms"},\
      {"type":"struct","fields":[{"type":"string","optional":false,"field":"id"},\
      {"type":"int64","optional":false,"field":"total_order"},\
      {"type":"int64","optional":false,"field":"data_collection_order"}],"optional":true,\
      "name":"event.block","version":1,"field":"transaction"}],"optional":false,\
      "name":"dbserver1.inventory.customers.Envelope"}""";

  private static final String KEY_SCHEMA =
      """
      {"type":"struct","fields":[{"type":"string","optional":false,"field":"id"}],\
      "optional":false,"name":"dbserver1.inventory.customers.Key"}""";

  private MongoEvents() {}

  /** The JSON of a text. */
  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }

  /** The key of a document with this id in extended JSON. */
  static String key(String id) {
    return "{\"id\":" + quoted(id) + "}";
  }

  /** An envelope; a document that is empty is null. */
  public static String envelope(String op, String before, String after) {
    return envelope(op, before, after, SOURCE);
  }

  static String envelope(String op, String before, String after, String source) {
    return "{\"before\":"
        + (before.isEmpty() ? "null" : quoted(before))
        + ",\"after\":"
        + (after.isEmpty() ? "null" : quoted(after))
        + ",\"updateDescription\":"
        + (op.equals("u")
            ? "{\"removedFields\":null,\"updatedFields\":\"{\\\"first_name\\\": \\\"Anne\\\"}\","
                + "\"truncatedArrays\":null}"
            : "null")
        + ",\"source\":"
        + source
        + ",\"op\":\""
        + op
        + "\",\"ts_ms\":1558965515240,\"transaction\":null}";
  }

  /** A record without schemas. */
  static SourceRecord bare(String id, String envelope) {
    return Events.record(key(id), envelope);
  }

  /** The same record with its schemas. */
  public static SourceRecord embedded(String id, String envelope) {
    return Events.record(
        "{\"schema\":" + KEY_SCHEMA + ",\"payload\":" + key(id) + "}", wrapped(envelope));
  }

  /** The value of a record with its schema. */
  static String wrapped(String envelope) {
    return "{\"schema\":" + SCHEMA + ",\"payload\":" + envelope + "}";
  }
}
