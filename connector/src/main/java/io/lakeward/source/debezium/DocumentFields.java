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

  /** What is done with the fields of a document, from its opening brace to its closing one. */
  private interface Pass {
    void over(JsonCursor fields) throws IOException;
  }

  /**
   * Writes the fields, a comma before each.
   *
   * @throws RecordRefused MALFORMED where the text is not the JSON of one object
   */
  void write(DocumentText document, ByteArrayOutputStream out) throws IOException {
    BareNumbers.Text json = json(document);
    read(json, fields -> copy(fields, json.bytes(), out));
  }

  /**
   * Checks a document that is taken as its text.
   *
   * @throws RecordRefused MALFORMED where the text is not the JSON of one object
   */
  void require(DocumentText document) throws IOException {
    read(json(document), JsonCursor::skip);
  }

  private static BareNumbers.Text json(DocumentText document) {
    return BareNumbers.wrapped(document.text(), document.textOffset(), document.textLength());
  }

  private void read(BareNumbers.Text json, Pass pass) throws IOException {
    try (JsonCursor fields = cursor.open(json.bytes(), json.start(), json.end())) {
      if (fields.next() != JsonToken.START_OBJECT) {
        throw new RecordRefused(RejectReason.MALFORMED, "the document is no object");
      }
      pass.over(fields);
      if (fields.next() != null) {
        throw new JsonParseException(null, "more than one value", fields.location());
      }
    } catch (JsonProcessingException e) {
      throw new RecordRefused(RejectReason.MALFORMED, "the document: " + cursor.describe(e));
    }
  }

  private static void copy(JsonCursor fields, byte[] json, ByteArrayOutputStream out)
      throws IOException {
    JsonToken token = fields.next();
    while (token == JsonToken.FIELD_NAME) {
      boolean isId = fields.name().equals(ID);
      int start = fields.tokenStart();
      fields.next();
      fields.skip();
      token = fields.next();
      if (!isId) {
        out.write(',');
        out.write(json, start, endOf(json, fields.tokenStart()) - start);
      }
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
