package io.lakeward.it.postgres;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Base64;

/**
 * The column types of the tests, as Debezium sends them. Values are Java objects of the kind that
 * Iceberg's generic reader gives, so that both sides compare without translation.
 */
public enum ColumnType {
  /** {@code integer}: Integer. */
  INT("int32", null, "INT"),
  /** {@code bigint}: Long. */
  BIGINT("int64", null, "BIGINT"),
  /** {@code text}: String. */
  TEXT("string", null, "STRING"),
  /** {@code boolean}: Boolean. */
  BOOLEAN("boolean", null, "BOOLEAN"),
  /** {@code numeric(12,2)}: BigDecimal of scale 2. */
  NUMERIC("bytes", "org.apache.kafka.connect.data.Decimal", "DECIMAL(12,2)"),
  /** {@code timestamp(6)}: LocalDateTime of microseconds. */
  TIMESTAMP("int64", "io.debezium.time.MicroTimestamp", "TIMESTAMP_NTZ");

  private final String connectType;
  private final String semanticType;
  private final String ddl;

  ColumnType(String connectType, String semanticType, String ddl) {
    this.connectType = connectType;
    this.semanticType = semanticType;
    this.ddl = ddl;
  }

  /** The type in Spark's DDL, for mappings that declare a schema. */
  public String ddl() {
    return ddl;
  }

  /** The type in a schema of Kafka Connect, without name and optionality of the field. */
  ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", connectType);
    if (semanticType != null) {
      schema.put("name", semanticType).put("version", 1);
    }
    if (this == NUMERIC) {
      schema.putObject("parameters").put("scale", "2").put("connect.decimal.precision", "12");
    }
    return schema;
  }

  /** Writes a value into a field of a payload or as the default of a schema. */
  void write(ObjectNode into, String field, Object value) {
    if (value == null) {
      into.putNull(field);
    } else if (value == Unavailable.VALUE) {
      into.put(field, Unavailable.PLACEHOLDER);
    } else {
      switch (this) {
        case INT -> into.put(field, (Integer) value);
        case BIGINT -> into.put(field, (Long) value);
        case TEXT -> into.put(field, (String) value);
        case BOOLEAN -> into.put(field, (Boolean) value);
        case NUMERIC -> into.put(field, base64((BigDecimal) value));
        case TIMESTAMP -> into.put(field, micros((LocalDateTime) value));
      }
    }
  }

  private static String base64(BigDecimal value) {
    return Base64.getEncoder().encodeToString(value.setScale(2).unscaledValue().toByteArray());
  }

  private static long micros(LocalDateTime value) {
    return ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), value);
  }
}
