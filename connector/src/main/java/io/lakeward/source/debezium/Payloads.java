package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonParseException;
import io.lakeward.source.json.JsonCursor;
import java.io.IOException;

/** Checks what stands behind a payload. */
final class Payloads {

  private Payloads() {}

  /**
   * Makes sure that nothing follows the payload whose end the cursor is at, but what wraps it.
   *
   * @throws IOException where something does
   */
  static void expectEnd(JsonCursor json, SchemaPrefixes.Payload<?> payload) throws IOException {
    if (!payload.wrapped()) {
      if (json.next() != null) {
        throw new JsonParseException(null, "more than one value", json.location());
      }
      return;
    }
    byte[] record = json.bytes();
    int at = SchemaPrefixes.skipSpaces(record, json.position());
    boolean closed = at < record.length && record[at] == '}';
    if (!closed || SchemaPrefixes.skipSpaces(record, at + 1) != record.length) {
      throw new JsonParseException(null, "no end behind the payload", json.location());
    }
  }
}
