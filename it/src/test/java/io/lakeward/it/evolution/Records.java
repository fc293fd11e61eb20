package io.lakeward.it.evolution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Records of Debezium for PostgreSQL with their schema, which is given in Spark's DDL. Rows are
 * JSON with single quotes.
 */
final class Records {
  private Records() {}

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A row as it is after a change at this place of the log. */
  static JsonNode upsert(int place, String ddl, String row) {
    return record("u", place, ddl, null, row);
  }

  /** A row that is new at this place of the log. */
  static JsonNode create(int place, String ddl, String row) {
    return record("c", place, ddl, null, row);
  }

  /** A row that is gone from this place of the log on. */
  static JsonNode delete(int place, String ddl, String row) {
    return record("d", place, ddl, row, null);
  }

  /** A plain event. */
  static JsonNode plain(String row) {
    return parsed(row);
  }

  private static JsonNode record(String op, int place, String ddl, String before, String after) {
    ObjectNode payload = JSON.createObjectNode();
    payload.set("before", before == null ? JSON.nullNode() : parsed(before));
    payload.set("after", after == null ? JSON.nullNode() : parsed(after));
    payload
        .putObject("source")
        .put("connector", "postgresql")
        .put("ts_ms", 1_767_225_600_000L + place)
        .put("sequence", "[\"1\",\"" + place + "\"]")
        .put("lsn", place);
    payload.put("op", op);
    ObjectNode record = JSON.createObjectNode();
    ObjectNode envelope = record.putObject("schema").put("type", "struct").put("optional", false);
    ArrayNode fields = envelope.putArray("fields");
    StructType row = StructType.fromDDL(ddl);
    fields.add(schemaOf(row).put("optional", true).put("field", "before"));
    fields.add(schemaOf(row).put("optional", true).put("field", "after"));
    fields.addObject().put("type", "string").put("optional", false).put("field", "op");
    record.set("payload", payload);
    return record;
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static ObjectNode schemaOf(DataType type) {
    ObjectNode schema = JSON.createObjectNode();
    if (type instanceof StructType struct) {
      ArrayNode fields = schema.put("type", "struct").putArray("fields");
      for (StructField field : struct.fields()) {
        fields.add(
            schemaOf(field.dataType())
                .put("optional", field.nullable())
                .put("field", field.name()));
      }
    } else if (type instanceof ArrayType array) {
      schema.put("type", "array").set("items", optional(array.elementType()));
    } else if (type instanceof MapType map) {
      schema.put("type", "map").set("keys", schemaOf(map.keyType()).put("optional", false));
      schema.set("values", optional(map.valueType()));
    } else if (type instanceof DecimalType decimal) {
      schema.put("type", "bytes").put("name", "org.apache.kafka.connect.data.Decimal");
      schema
          .putObject("parameters")
          .put("scale", "" + decimal.scale())
          .put("connect.decimal.precision", "" + decimal.precision());
    } else {
      schema.put("type", primitive(type));
    }
    return schema;
  }

  private static ObjectNode optional(DataType type) {
    return schemaOf(type).put("optional", true);
  }

  private static String primitive(DataType type) {
    if (type instanceof IntegerType) {
      return "int32";
    } else if (type instanceof LongType) {
      return "int64";
    } else if (type instanceof FloatType) {
      return "float";
    }
    return type instanceof DoubleType ? "double" : "string";
  }
}
