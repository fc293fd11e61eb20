package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import io.lakeward.change.OrderedBytes;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.pipeline.query.Json;
import io.lakeward.row.EncodedValue;
import io.lakeward.source.snapshot.Version;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The place of a repair in the order of a table's changes: behind every change of a sequence, and
 * before those of the next. Repairs of one sequence are in the order of their times ({@code
 * docs/decisions/0017-positions-of-repairs.md}).
 *
 * @param type the sequence's type
 * @param sequence the encoded sequence
 * @param flowOrder behind the places of all flows of the table
 * @param number milliseconds since 1970
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
record RepairPosition(DataType type, byte[] sequence, int flowOrder, long number) {
  RepairPosition {
    requireNonNull(type, "type");
    requireNonNull(sequence, "sequence");
  }

  /**
   * The sequence that a text states.
   *
   * @param text as people write it: numbers, dates and times in ISO 8601, a struct as a JSON array
   * @throws LakewardException POSITION_INVALID where it is no value of the type
   */
  static byte[] parsed(String text, DataType type) {
    try {
      return Version.parse(text, type).encoded();
    } catch (IllegalArgumentException e) {
      throw LakewardException.of(ErrorCode.POSITION_INVALID)
          .fact("position", text)
          .fact("type", type.catalogString())
          .advice(
              "give a value of the table's sequence, or a version of its snapshots: a number, a date or time in ISO 8601 such as"
                  + " 2026-03-01T12:00:00Z, for several expressions a JSON array of them")
          .cause(e)
          .build();
    }
  }

  /** The position's bytes, as {@code DecodeTask} and {@code SnapshotChanges} make them. */
  byte[] bytes() {
    return new OrderedBytes()
        .putEncoded(sequence)
        .putCount(flowOrder)
        .putText("")
        .putCount(0)
        .putLong(number)
        .toBytes();
  }

  /** Spark's internal value of the sequence. */
  Object value() {
    return EncodedValue.of(sequence, type);
  }

  /** The sequence for people: a struct as a JSON object, other values as text. */
  String text() {
    return text(sequence, type);
  }

  /** A sequence for people. */
  static String text(byte[] sequence, DataType type) {
    Object value = CatalystTypeConverters.convertToScala(EncodedValue.of(sequence, type), type);
    if (!(type instanceof StructType struct)) {
      return Json.text(value);
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator json = Json.generator(text)) {
      json.writeStartObject();
      StructField[] fields = struct.fields();
      for (int i = 0; i < fields.length; i++) {
        json.writeFieldName(fields[i].name());
        Json.write(((org.apache.spark.sql.Row) value).get(i), json);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
