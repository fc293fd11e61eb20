package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.change.RejectReason;
import io.lakeward.source.json.BareNumbers;
import io.lakeward.source.json.JsonCursor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * The fields of a document but its id, which a row has from the record's key. All of the document
 * is checked, so that nothing in it can pass for a part of what it is written into. Not thread
 * safe.
 */
final class DocumentFields {

  private static final String ID = "_id";

  private final JsonCursor cursor = new JsonCursor();

  /**
   * Writes the fields, a comma before each.
   *
   * @throws RecordRefused MALFORMED where the text is not the JSON of one object
   */
  void write(DocumentText document, ByteArrayOutputStream out) throws IOException {
    BareNumbers.Text json =
        BareNumbers.wrapped(document.text(), document.textOffset(), document.textLength());
    byte[] bytes = json.bytes();
    try (JsonCursor fields = cursor.open(bytes, json.start(), json.end())) {
      if (fields.next() != JsonToken.START_OBJECT) {
        throw new RecordRefused(RejectReason.MALFORMED, "the document is no object");
      }
      JsonToken token = fields.next();
      while (token == JsonToken.FIELD_NAME) {
        boolean isId = fields.name().equals(ID);
        int start = fields.tokenStart();
        fields.next();
        fields.skip();
        token = fields.next();
        if (!isId) {
          out.write(',');
          out.write(bytes, start, endOf(bytes, fields.tokenStart()) - start);
        }
      }
      if (fields.next() != null) {
        throw new JsonParseException(null, "more than one value", fields.location());
      }
    } catch (JsonProcessingException e) {
      throw new RecordRefused(RejectReason.MALFORMED, "the document: " + cursor.describe(e));
    }
  }

  /** A value ends before the comma, if any, and the spaces around it. */
  private static int endOf(byte[] json, int next) {
    int end = next;
    while (json[end - 1] == ' '
        || json[end - 1] == '\n'
        || json[end - 1] == '\r'
        || json[end - 1] == '\t'
        || json[end - 1] == ',') {
      end--;
    }
    return end;
  }
}
