package io.lakeward.source.avro;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.apache.avro.Schema;

/**
 * Scalars as people write them in JSON: dates and times as ISO text, decimals with all their
 * digits, binary as base64. The declared schema of the mapping says what they are in a table.
 */
final class PlainScalars implements Scalars {

  @Override
  public Described of(Schema schema) throws AvroRefused {
    return new Described(JsonNodeFactory.instance.objectNode(), value(schema));
  }

  private static AvroValue value(Schema schema) throws AvroRefused {
    return switch (ConnectScalars.logicalType(schema)) {
      case "decimal" -> Values.decimal(schema);
      case "date" -> Instants::writeDate;
      case "time-millis" -> Instants.MILLIS::writeTime;
      case "time-micros" -> Instants.MICROS::writeTime;
      case "timestamp-millis" -> Instants.MILLIS::writeInstant;
      case "timestamp-micros" -> Instants.MICROS::writeInstant;
      case "timestamp-nanos" -> Instants.NANOS::writeInstant;
      case "local-timestamp-millis" -> Instants.MILLIS::writeLocal;
      case "local-timestamp-micros" -> Instants.MICROS::writeLocal;
      case "local-timestamp-nanos" -> Instants.NANOS::writeLocal;
      case "uuid" -> LogicalValues::writeUuid;
      case "duration" -> LogicalValues::writeDuration;
      case "big-decimal" -> LogicalValues::writeDigits;
      default -> primitive(schema);
    };
  }

  private static AvroValue primitive(Schema schema) throws AvroRefused {
    return switch (schema.getType()) {
      case BOOLEAN -> Values.TRUTH;
      case INT, LONG -> Values.NUMBER;
      case FLOAT -> Values.FLOAT;
      case DOUBLE -> Values.DOUBLE;
      case STRING -> Values.TEXT;
      case BYTES -> Values.BASE64;
      case FIXED -> Values.fixedBase64(schema.getFixedSize());
      case ENUM -> Values.symbols(schema.getEnumSymbols());
      default -> throw AvroRefused.malformed("the schema has a bare " + schema.getType().getName());
    };
  }
}
