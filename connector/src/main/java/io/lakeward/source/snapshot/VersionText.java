package io.lakeward.source.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HexFormat;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;

/** Values of versions as text and back, without loss. */
final class VersionText {

  private static final JsonMapper JSON = new JsonMapper();

  private VersionText() {}

  /** The text of a value of a stable type. */
  static String of(Object value, DataType type) {
    if (type instanceof StructType struct) {
      return fields((InternalRow) value, struct).toString();
    } else if (type instanceof DateType) {
      return DateTimeUtils.daysToLocalDate((int) value).toString();
    } else if (type instanceof TimestampType) {
      return DateTimeUtils.microsToInstant((long) value).toString();
    } else if (type instanceof TimestampNTZType) {
      return DateTimeUtils.microsToLocalDateTime((long) value).toString();
    } else if (type instanceof DecimalType) {
      return ((Decimal) value).toJavaBigDecimal().toPlainString();
    } else if (type instanceof BinaryType) {
      return HexFormat.of().formatHex((byte[]) value);
    }
    return value.toString();
  }

  private static ArrayNode fields(InternalRow row, StructType struct) {
    ArrayNode fields = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < struct.size(); i++) {
      DataType type = struct.fields()[i].dataType();
      fields.add(row.isNullAt(i) ? null : of(row.get(i, type), type));
    }
    return fields;
  }

  /** The value that the text was made of. */
  static Object parse(String text, DataType type) {
    try {
      return value(text, type);
    } catch (DateTimeException | ArithmeticException | JsonProcessingException e) {
      throw unreadable(text, type, e);
    }
  }

  private static Object value(String text, DataType type) throws JsonProcessingException {
    if (type instanceof StructType struct) {
      return struct(JSON.readTree(text), struct);
    } else if (type instanceof LongType) {
      return Long.parseLong(text);
    } else if (type instanceof StringType) {
      return UTF8String.fromString(text);
    } else if (type instanceof DateType) {
      return DateTimeUtils.localDateToDays(LocalDate.parse(text));
    } else if (type instanceof TimestampType) {
      return DateTimeUtils.instantToMicros(Instant.parse(text));
    } else if (type instanceof TimestampNTZType) {
      return DateTimeUtils.localDateTimeToMicros(LocalDateTime.parse(text));
    } else if (type instanceof DecimalType decimal) {
      return Decimal.apply(new BigDecimal(text), decimal.precision(), decimal.scale());
    } else if (type instanceof DoubleType) {
      return Double.parseDouble(text);
    } else if (type instanceof BooleanType && (text.equals("true") || text.equals("false"))) {
      return text.equals("true");
    } else if (type instanceof BinaryType) {
      return HexFormat.of().parseHex(text);
    }
    throw unreadable(text, type, null);
  }

  private static InternalRow struct(JsonNode fields, StructType struct)
      throws JsonProcessingException {
    if (!fields.isArray() || fields.size() != struct.size()) {
      throw unreadable(fields.toString(), struct, null);
    }
    Object[] values = new Object[struct.size()];
    for (int i = 0; i < values.length; i++) {
      JsonNode field = fields.get(i);
      values[i] = field.isNull() ? null : value(field.asText(), struct.fields()[i].dataType());
    }
    return new GenericInternalRow(values);
  }

  private static IllegalArgumentException unreadable(String text, DataType type, Exception cause) {
    return new IllegalArgumentException(
        "Cannot read a version of type %s: %s".formatted(type.catalogString(), text), cause);
  }
}
