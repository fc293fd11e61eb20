package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.source.json.FieldNames;
import io.lakeward.source.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One pass over a payload: remembers where its parts are, and hands the row after the change to
 * whoever reads it. Reused for each record.
 */
final class Envelope {

  /** Reads the row after the change, whose opening brace the cursor is at. */
  @FunctionalInterface
  interface RowConsumer {
    void read(JsonCursor json) throws IOException;
  }

  private static final int BEFORE = 0;
  private static final int AFTER = 1;
  private static final int SOURCE = 2;
  private static final int TRANSACTION = 3;
  private static final int OP = 4;
  private static final int TS_MS = 5;

  /** The envelope's own fields, then those of the other records that connectors write. */
  private static final List<String> NAMES =
      List.of(
          "before",
          "after",
          "source",
          "transaction",
          "op",
          "ts_ms",
          "ts_us",
          "ts_ns",
          "message",
          "databaseName",
          "schemaName",
          "ddl",
          "tableChanges",
          "status",
          "id",
          "event_count",
          "data_collections");

  private static final int MOST_NAMED = 6;
  private static final byte[] MONGODB = MongoPosition.CONNECTOR.getBytes(UTF_8);

  private final FieldNames names = new FieldNames(NAMES);
  private final SourceBlock source = new SourceBlock();
  private final DocumentText documentBefore = new DocumentText();
  private final DocumentText documentAfter = new DocumentText();
  private final List<String> unknown = new ArrayList<>();
  private int seen;
  private int beforeStart;
  private int afterStart;
  private int sourceStart;
  private int transactionStart;
  private char op;
  private String opText = "";

  /** Reads the payload whose opening brace the cursor is at, to its closing one. */
  void read(JsonCursor json, RowConsumer after) throws IOException {
    clear();
    int guess = 0;
    while (true) {
      int place = names.next(json, guess);
      if (place == FieldNames.END) {
        return;
      } else if (place < 0) {
        meetUnknown(json);
      } else {
        claim(place);
        take(place, json, json.next(), after);
        guess = place + 1;
      }
    }
  }

  private void clear() {
    seen = 0;
    beforeStart = -1;
    afterStart = -1;
    sourceStart = -1;
    transactionStart = -1;
    op = 0;
    opText = "";
    source.clear();
    documentBefore.clear();
    documentAfter.clear();
    if (!unknown.isEmpty()) {
      unknown.clear();
    }
  }

  private void claim(int place) {
    if ((seen & 1 << place) != 0) {
      throw new RecordRefused(
          RejectReason.MALFORMED, "the field " + NAMES.get(place) + " is there twice");
    }
    seen |= 1 << place;
  }

  private void take(int place, JsonCursor json, JsonToken token, RowConsumer after)
      throws IOException {
    boolean object = token == JsonToken.START_OBJECT;
    if (place == AFTER && object) {
      afterStart = json.tokenStart();
      after.read(json);
    } else if (place == SOURCE && object) {
      sourceStart = json.tokenStart();
      source.read(json);
    } else if (place == TRANSACTION && object) {
      transactionStart = json.tokenStart();
      source.readTransaction(json);
    } else if (place == OP && token == JsonToken.VALUE_STRING) {
      op = json.textLength() == 1 ? (char) json.text()[json.textOffset()] : 0;
      opText = op == 0 ? json.textString() : String.valueOf(op);
    } else if (token == JsonToken.VALUE_STRING && (place == AFTER || place == BEFORE)) {
      (place == AFTER ? documentAfter : documentBefore).take(json);
    } else {
      if (place == BEFORE && object) {
        beforeStart = json.tokenStart();
      } else if (place == BEFORE && token == JsonToken.VALUE_NULL) {
        documentBefore.takeNull(json);
      }
      json.skip();
    }
  }

  private void meetUnknown(JsonCursor json) throws IOException {
    if (unknown.size() < MOST_NAMED) {
      unknown.add(json.name());
    }
    json.next();
    json.skip();
  }

  /** Whether the payload is a change event. */
  boolean isChange() {
    return has(OP) && has(SOURCE);
  }

  /** Whether rows are documents, which stand in texts, or are left out. */
  boolean isOfDocuments() {
    return isChange()
        && source.isText(SourceBlock.Field.CONNECTOR, MONGODB)
        && !hasAfter()
        && !hasBefore();
  }

  /** The document before the change. */
  DocumentText documentBefore() {
    return documentBefore;
  }

  /** The document after the change. */
  DocumentText documentAfter() {
    return documentAfter;
  }

  /** Why the payload is none, where connectors write such records. */
  Optional<SkipReason> skip() {
    if (has("status") && has("id") && !has(OP)) {
      return Optional.of(SkipReason.TRANSACTION_MARKER);
    } else if ((has("ddl") || has("tableChanges")) && has(SOURCE)) {
      return Optional.of(SkipReason.SCHEMA_CHANGE);
    } else if (seen == 1 << TS_MS && unknown.isEmpty()) {
      return Optional.of(SkipReason.HEARTBEAT);
    }
    return Optional.empty();
  }

  /** What the payload is instead, for people. */
  String shape() {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < NAMES.size(); i++) {
      if (has(i)) {
        fields.add(NAMES.get(i));
      }
    }
    fields.addAll(unknown);
    boolean flattened = unknown.stream().anyMatch(name -> name.startsWith("__"));
    return (flattened ? "a flattened record" : "an object") + " with the fields " + fields;
  }

  private boolean has(String name) {
    return has(NAMES.indexOf(name));
  }

  private boolean has(int place) {
    return (seen & 1 << place) != 0;
  }

  /** The operation's letter; 0 where it is not one letter. */
  char op() {
    return op;
  }

  /** The operation as it is written. */
  String opText() {
    return opText;
  }

  SourceBlock source() {
    return source;
  }

  boolean hasAfter() {
    return afterStart >= 0;
  }

  boolean hasBefore() {
    return beforeStart >= 0;
  }

  /** Where the row after the change begins in the record; negative for none. */
  int afterStart() {
    return afterStart;
  }

  /** Where the source block begins in the record; negative for none. */
  int sourceStart() {
    return sourceStart;
  }

  /** Where the block about the transaction begins in the record; negative for none. */
  int transactionStart() {
    return transactionStart;
  }

  /** Where the row before the change begins in the record; negative for none. */
  int beforeStart() {
    return beforeStart;
  }
}
