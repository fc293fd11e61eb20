package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.change.RejectReason;
import io.lakeward.source.json.BareNumbers;
import io.lakeward.source.json.JsonCursor;
import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/**
 * The id of a document as the record's key has it: extended JSON in the text {@code id} (Debezium's
 * documentation, "Debezium connector for MongoDB", "Change event keys"). A text column takes that
 * text as it is, quotes of a text among it: the text {@code "1"}, the number {@code 1} and an
 * object id are three keys. A whole number takes whole numbers only, of which MongoDB has one with
 * each value. Under any other type two ids could become one key. Not thread safe.
 */
final class DocumentKey {

  private static final String FIELD = "id";

  private final SchemaPrefixes<Boolean> prefixes =
      new SchemaPrefixes<>(schema -> Boolean.TRUE, Boolean.FALSE);
  private final JsonCursor cursor = new JsonCursor();
  private final JsonCursor idCursor = new JsonCursor();
  private final boolean declared;
  private final DataType type;

  /** The key of documents that are rows of these columns. */
  DocumentKey(StructType columns) {
    int ordinal = Arrays.asList(columns.fieldNames()).indexOf(DocumentDecoder.ID);
    this.declared = ordinal >= 0;
    this.type = declared ? columns.fields()[ordinal].dataType() : new StructType();
  }

  /** Whether rows have the id at all. */
  boolean isDeclared() {
    return declared;
  }

  /**
   * The JSON of the id for a row.
   *
   * @throws RecordRefused where the key does not say it, or the column could not tell ids apart
   */
  byte[] of(byte[] key) {
    if (key == null) {
      throw refused(RejectReason.NULL_KEY, "there is none");
    } else if (declared && !isText() && !isWholeNumber()) {
      throw new RecordRefused(
          RejectReason.VALUE_OUT_OF_TYPE,
          "schema declares "
              + DocumentDecoder.ID
              + " as "
              + type.simpleString()
              + ", in which two ids could be one; declare it as STRING, or as a whole number");
    }
    try {
      return read(key);
    } catch (JsonProcessingException e) {
      throw refused(RejectReason.MALFORMED, cursor.describe(e));
    } catch (IOException e) {
      throw refused(RejectReason.MALFORMED, e.getMessage());
    } finally {
      cursor.close();
    }
  }

  private byte[] read(byte[] key) throws IOException {
    SchemaPrefixes.Payload<Boolean> payload = prefixes.find(key);
    if (cursor.open(key, payload.start(), payload.end()).next() != JsonToken.START_OBJECT) {
      throw refused(RejectReason.WRONG_ENVELOPE, "it is no object");
    }
    if (cursor.next() != JsonToken.FIELD_NAME
        || !cursor.name().equals(FIELD)
        || cursor.next() != JsonToken.VALUE_STRING) {
      throw refused(RejectReason.WRONG_ENVELOPE, "its only field is to be the text " + FIELD);
    }
    byte[] id =
        isWholeNumber() ? value() : Arrays.copyOfRange(key, cursor.tokenStart(), cursor.textEnd());
    if (cursor.next() != JsonToken.END_OBJECT) {
      throw refused(RejectReason.WRONG_ENVELOPE, "its only field is to be the text " + FIELD);
    }
    Payloads.expectEnd(cursor, payload);
    return id;
  }

  /** The text's own JSON, which must be one value. */
  private byte[] value() throws IOException {
    BareNumbers.Text json =
        BareNumbers.wrapped(cursor.text(), cursor.textOffset(), cursor.textLength());
    try (JsonCursor value = idCursor.open(json.bytes(), json.start(), json.end())) {
      if (value.next() == null) {
        throw refused(RejectReason.MALFORMED, "the id is empty");
      }
      value.skip();
      if (value.next() != null) {
        throw refused(RejectReason.MALFORMED, "the id is more than one value");
      }
    } catch (JsonProcessingException e) {
      throw refused(RejectReason.MALFORMED, "the id: " + idCursor.describe(e));
    }
    return Arrays.copyOfRange(json.bytes(), json.start(), json.end());
  }

  private boolean isText() {
    return type instanceof StringType;
  }

  private boolean isWholeNumber() {
    return type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType;
  }

  private static RecordRefused refused(RejectReason reason, String detail) {
    return new RecordRefused(reason, "the record key: " + detail);
  }
}
