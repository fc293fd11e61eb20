package io.lakeward.source.avro;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.avro.Schema;

/**
 * Scalars as Connect's JSON converter writes them. A schema that was made from Connect's says so in
 * {@code connect.name}; of others the logical types count, which mean other things in part: Avro's
 * {@code timestamp-*} are instants, {@code local-timestamp-*} are of no zone (Apache Avro
 * specification, "Logical Types"; case T14).
 */
final class ConnectScalars implements Scalars {

  private static final String NAME = "connect.name";
  private static final String DECIMAL = "org.apache.kafka.connect.data.Decimal";

  /** What Confluent's converter writes for a decimal of which Connect did not say the precision. */
  private static final int UNKNOWN_PRECISION = 64;

  @Override
  public Described of(Schema schema) throws AvroRefused {
    String logical = logicalType(schema);
    if (logical.equals("decimal")) {
      return decimal(schema);
    }
    if (schema.getProp(NAME) == null) {
      switch (logical) {
        case "date":
          return named("int32", "io.debezium.time.Date", Values.NUMBER);
        case "time-millis":
          return named("int32", "io.debezium.time.Time", Values.NUMBER);
        case "time-micros":
          return named("int64", "io.debezium.time.MicroTime", Values.NUMBER);
        case "timestamp-millis":
          return named("string", "io.debezium.time.ZonedTimestamp", Instants.MILLIS::writeInstant);
        case "timestamp-micros":
          return named("string", "io.debezium.time.ZonedTimestamp", Instants.MICROS::writeInstant);
        case "timestamp-nanos":
          return named("string", "io.debezium.time.ZonedTimestamp", Instants.NANOS::writeInstant);
        case "local-timestamp-millis":
          return named("int64", "io.debezium.time.Timestamp", Values.NUMBER);
        case "local-timestamp-micros":
          return named("int64", "io.debezium.time.MicroTimestamp", Values.NUMBER);
        case "local-timestamp-nanos":
          return named("int64", "io.debezium.time.NanoTimestamp", Values.NUMBER);
        case "uuid":
          return typed("string", LogicalValues::writeUuid);
        case "duration":
          return named("string", "io.debezium.time.Interval", LogicalValues::writeDuration);
        case "big-decimal":
          return variableScale();
        default:
          break;
      }
    }
    return primitive(schema);
  }

  /** A logical type counts only over the type that the specification gives it. */
  static String logicalType(Schema schema) {
    String logical = schema.getProp("logicalType");
    if (logical == null) {
      return "";
    }
    boolean fits =
        switch (schema.getType()) {
          case INT -> logical.equals("date") || logical.equals("time-millis");
          case LONG -> logical.equals("time-micros") || logical.contains("timestamp-");
          case BYTES ->
              logical.equals("big-decimal")
                  || (logical.equals("decimal") && Values.isDecimal(schema));
          case FIXED -> fits(logical, schema);
          default -> false;
        };
    return fits ? logical : "";
  }

  private static boolean fits(String logical, Schema fixed) {
    return switch (logical) {
      case "decimal" -> Values.isDecimal(fixed);
      case "uuid" -> fixed.getFixedSize() == LogicalValues.UUID_BYTES;
      case "duration" -> fixed.getFixedSize() == LogicalValues.DURATION_BYTES;
      default -> false;
    };
  }

  private static Described primitive(Schema schema) throws AvroRefused {
    return switch (schema.getType()) {
      case BOOLEAN -> typed("boolean", Values.TRUTH);
      case INT -> typed(connectType(schema, "int32"), Values.NUMBER);
      case LONG -> typed("int64", Values.NUMBER);
      case FLOAT -> typed("float", Values.FLOAT);
      case DOUBLE -> typed("double", Values.DOUBLE);
      case STRING -> typed("string", Values.TEXT);
      case BYTES -> typed("bytes", Values.BASE64);
      case FIXED -> typed("bytes", Values.fixedBase64(schema.getFixedSize()));
      case ENUM -> typed("string", Values.symbols(schema.getEnumSymbols()));
      default -> throw AvroRefused.malformed("the schema has a bare " + schema.getType().getName());
    };
  }

  /** Connect's small numbers are ints in Avro. */
  private static String connectType(Schema schema, String otherwise) {
    String type = schema.getProp("connect.type");
    return type != null && type.matches("int8|int16") ? type : otherwise;
  }

  private static Described decimal(Schema schema) throws AvroRefused {
    Described bytes = primitive(schema);
    bytes.schema().put("name", DECIMAL);
    ObjectNode parameters = bytes.schema().putObject("parameters");
    parameters.put("scale", Values.number(schema, "scale", 0));
    int precision = Values.number(schema, "precision", UNKNOWN_PRECISION);
    if (schema.getProp(NAME) == null || precision != UNKNOWN_PRECISION) {
      parameters.put("connect.decimal.precision", precision);
    }
    return bytes;
  }

  /** A decimal that brings its own scale. */
  private static Described variableScale() {
    Described struct =
        named(
            "struct",
            "io.debezium.data.VariableScaleDecimal",
            LogicalValues::writeVariableScaleDecimal);
    ArrayNode fields = struct.schema().putArray("fields");
    fields.addObject().put("type", "int32").put("field", "scale");
    fields.addObject().put("type", "bytes").put("field", "value");
    return struct;
  }

  private static Described named(String type, String name, AvroValue value) {
    Described described = typed(type, value);
    described.schema().put("name", name);
    return described;
  }

  private static Described typed(String type, AvroValue value) {
    return new Described(JsonNodeFactory.instance.objectNode().put("type", type), value);
  }
}
