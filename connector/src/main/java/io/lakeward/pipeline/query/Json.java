package io.lakeward.pipeline.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.unsafe.types.VariantVal;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Spark's values in JSON. Numbers keep every digit, times are ISO 8601, binary is base64, a map is
 * an object; what JSON has no number for (NaN, infinity) is text.
 */
public final class Json {
  private Json() {}

  private static final JsonFactory FACTORY = new JsonFactory();

  /** A generator that leaves the writer open. */
  public static JsonGenerator generator(Writer out) throws IOException {
    JsonGenerator json = FACTORY.createGenerator(out);
    json.configure(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN.mappedFeature(), true);
    json.configure(StreamWriteFeature.AUTO_CLOSE_CONTENT.mappedFeature(), false);
    return json;
  }

  /** The value as text: itself where it is a scalar, its JSON otherwise. */
  public static String text(Object value) {
    if (isNested(value)) {
      StringWriter text = new StringWriter();
      try (JsonGenerator json = generator(text)) {
        write(value, json);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return text.toString();
    }
    return scalar(value);
  }

  /**
   * Writes a value.
   *
   * @param value one of Spark's external values; null for a null
   */
  public static void write(Object value, JsonGenerator json) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof BigDecimal decimal) {
      json.writeNumber(decimal);
    } else if (value instanceof Double || value instanceof Float) {
      writeFloating((Number) value, json);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof VariantVal variant) {
      json.writeRawValue(variant.toString());
    } else if (value instanceof Row row) {
      writeObject(row, json);
    } else if (value instanceof scala.collection.Map<?, ?> map) {
      writeMap(CollectionConverters.asJava(map), json);
    } else if (value instanceof scala.collection.Iterable<?> items) {
      writeArray(CollectionConverters.asJava(items), json);
    } else {
      json.writeString(scalar(value));
    }
  }

  static void writeObject(Row row, JsonGenerator json) throws IOException {
    String[] names = row.schema().fieldNames();
    json.writeStartObject();
    for (int i = 0; i < names.length; i++) {
      json.writeFieldName(names[i]);
      write(row.get(i), json);
    }
    json.writeEndObject();
  }

  private static void writeMap(Map<?, ?> map, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeFieldName(text(entry.getKey()));
      write(entry.getValue(), json);
    }
    json.writeEndObject();
  }

  private static void writeArray(Iterable<?> items, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (Object item : items) {
      write(item, json);
    }
    json.writeEndArray();
  }

  private static void writeFloating(Number value, JsonGenerator json) throws IOException {
    if (Double.isFinite(value.doubleValue())) {
      json.writeNumber(value.toString());
    } else {
      json.writeString(value.toString());
    }
  }

  private static boolean isNested(Object value) {
    return value instanceof Row
        || value instanceof scala.collection.Map
        || value instanceof scala.collection.Iterable
        || value instanceof VariantVal;
  }

  private static String scalar(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    } else if (value instanceof Instant instant) {
      return DateTimeFormatter.ISO_INSTANT.format(instant);
    } else if (value instanceof LocalDateTime dateTime) {
      return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(dateTime);
    } else if (value instanceof byte[] bytes) {
      return java.util.Base64.getEncoder().encodeToString(bytes);
    }
    return String.valueOf(value);
  }
}
