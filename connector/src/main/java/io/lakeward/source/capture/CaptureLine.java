package io.lakeward.source.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A record as {@code kcat -C -J} prints it: {@code topic}, {@code partition}, {@code offset},
 * {@code ts}, {@code tstype}, {@code key}, {@code payload}, {@code headers}; key and payload as
 * base64 under {@code key_base64} and {@code payload_base64}. Headers are one array of names and
 * values in turn, or an object.
 */
record CaptureLine(JsonNode json) {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final long MICROS_PER_MILLI = 1_000L;
  private static final int CREATE_TIME = 0;
  private static final int LOG_APPEND_TIME = 1;

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException where it is no such record
   */
  static CaptureLine parse(String line) {
    JsonNode json;
    try {
      json = MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
    if (!json.isObject()) {
      throw new IllegalArgumentException("the line is no JSON object");
    }
    return new CaptureLine(json);
  }

  String topic() {
    JsonNode topic = json.path("topic");
    if (!topic.isTextual()) {
      throw new IllegalArgumentException("topic is no text");
    }
    return topic.textValue();
  }

  /** The record in the columns of Spark's Kafka source. */
  InternalRow row() {
    boolean appended = json.path("tstype").asText().equals("logappend");
    return new GenericInternalRow(
        new Object[] {
          bytes("key"),
          bytes("payload"),
          UTF8String.fromString(topic()),
          Math.toIntExact(number("partition")),
          number("offset"),
          json.has("ts") ? Math.multiplyExact(number("ts"), MICROS_PER_MILLI) : 0L,
          appended ? LOG_APPEND_TIME : CREATE_TIME,
          headers()
        });
  }

  private long number(String field) {
    JsonNode value = json.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IllegalArgumentException(field + " is no whole number");
    }
    return value.longValue();
  }

  private Object bytes(String field) {
    String encodedField = field + "_base64";
    JsonNode text = json.path(field);
    JsonNode encoded = json.path(encodedField);
    if (present(text) && present(encoded)) {
      throw new IllegalArgumentException(field + " is there twice, as text and as base64");
    }
    if (present(encoded)) {
      return Base64.getDecoder().decode(text(encoded, encodedField));
    }
    return present(text) ? text(text, field).getBytes(UTF_8) : null;
  }

  private static boolean present(JsonNode value) {
    return !value.isMissingNode() && !value.isNull();
  }

  private static String text(JsonNode value, String field) {
    if (!value.isTextual()) {
      throw new IllegalArgumentException(field + " is no text");
    }
    return value.textValue();
  }

  /** Null for a record without headers, as the Kafka source gives it. */
  private Object headers() {
    JsonNode headers = json.path("headers");
    List<InternalRow> rows = new ArrayList<>();
    if (headers.isArray()) {
      if (headers.size() % 2 != 0) {
        throw new IllegalArgumentException("headers has a name without a value");
      }
      for (int i = 0; i < headers.size(); i += 2) {
        rows.add(header(text(headers.get(i), "the name of a header"), headers.get(i + 1)));
      }
    } else if (headers.isObject()) {
      for (Map.Entry<String, JsonNode> header : headers.properties()) {
        rows.add(header(header.getKey(), header.getValue()));
      }
    } else if (present(headers)) {
      throw new IllegalArgumentException("headers is neither an array nor an object");
    }
    return rows.isEmpty() ? null : new GenericArrayData(rows.toArray());
  }

  private static InternalRow header(String name, JsonNode value) {
    Object bytes = present(value) ? text(value, "header " + name).getBytes(UTF_8) : null;
    return new GenericInternalRow(new Object[] {UTF8String.fromString(name), bytes});
  }
}
