package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.json.ExtendedJson;
import io.lakeward.source.json.Unavailable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Hands envelopes of MongoDB on as envelopes of rows (docs/decisions/0013-documents-of-mongodb.md).
 * A row has the document's id under {@code _id}, as the record's key has it, and the fields that
 * are declared; where none are, the document's text. Not thread safe.
 */
final class DocumentDecoder {

  static final String ID = "_id";
  static final String DOCUMENT = "document";

  private static final byte[] BEFORE = "\"before\":".getBytes(UTF_8);
  private static final byte[] ID_FIELD = "{\"_id\":".getBytes(UTF_8);
  private static final byte[] DOCUMENT_FIELD = ",\"document\":".getBytes(UTF_8);

  private static final StructType UNDECLARED =
      new StructType().add(ID, DataTypes.StringType).add(DOCUMENT, DataTypes.StringType);

  private final boolean declared;
  private final RecordDecoder rows;
  private final DocumentKey key;
  private final Optional<Decoded> keyRefusal;
  private final DocumentFields fields = new DocumentFields();
  private final ByteArrayOutputStream whole = new ByteArrayOutputStream();
  private final SourceRecord full = new SourceRecord();

  DocumentDecoder(Layout layout, EnvelopeOptions options) {
    this.declared = !options.declaredSchema().isEmpty();
    StructType columns = declared ? options.declaredSchema() : UNDECLARED;
    List<String> keys =
        options.keys().isEmpty()
            ? options.selection().targetOf(ID).stream().toList()
            : options.keys();
    EnvelopeOptions ofRows = options.ofRows(columns, keys);
    this.key = new DocumentKey(columns);
    this.keyRefusal = keyRefusal(options, key);
    this.rows =
        new DebeziumJsonDecoder(
            layout,
            ofRows,
            new RowSchemas(ofRows, new ExtendedJson()),
            Unavailable.NEVER,
            Optional.of(RecordKeys.IN_ROWS));
  }

  /** The mapping may have declared or left out what it likes; the id must be there. */
  private static Optional<Decoded> keyRefusal(EnvelopeOptions options, DocumentKey key) {
    if (!options.keys().isEmpty()) {
      return Optional.empty();
    } else if (options.selection().targetOf(ID).isEmpty()) {
      return Optional.of(
          new Decoded.Rejected(
              RejectReason.NULL_KEY, "the mapping leaves out the key column " + ID));
    } else if (!key.isDeclared()) {
      return Optional.of(
          new Decoded.Rejected(
              RejectReason.COLUMN_UNKNOWN,
              "schema does not declare the key column " + ID + "; declare it as STRING"));
    }
    return Optional.empty();
  }

  /**
   * Decodes a record.
   *
   * @param envelope what was read of it
   * @param start where the envelope begins in its value
   * @param end where it ends
   * @throws RecordRefused where it cannot be applied
   * @throws IOException where its key is no JSON
   */
  Decoded decode(SourceRecord record, Envelope envelope, int start, int end) throws IOException {
    if (keyRefusal.isPresent()) {
      return keyRefusal.get();
    } else if (envelope.op() == 'u' && !envelope.documentAfter().hasText()) {
      throw new RecordRefused(
          RejectReason.WRONG_ENVELOPE,
          "the update comes without the whole document: either capture.mode does not send it, or the"
              + " document was deleted before the connector looked it up; set"
              + " capture.mode=change_streams_update_full and"
              + " capture.mode.full.update.type=post_image, which looks nothing up; a record that"
              + " was sent already is set aside by on_error: dead_letter");
    }
    transcribe(record, envelope, start, end);
    full.at(record.topic(), record.partition(), record.offset(), record.timestampMillis())
        .holding(record.key(), whole.toByteArray(), record.headers());
    return rows.decode(full);
  }

  /** Copies the envelope with rows in the place of its documents. */
  private void transcribe(SourceRecord record, Envelope envelope, int start, int end)
      throws IOException {
    byte[] value = record.value();
    byte[] id = key.of(record.key());
    DocumentText before = envelope.documentBefore();
    DocumentText after = envelope.documentAfter();
    boolean idAlone = envelope.op() == 'd' && !before.hasText();
    whole.reset();
    int copied = start;
    if (idAlone && !before.isThere()) {
      copied = SchemaPrefixes.skipSpaces(value, start) + 1;
      whole.write(value, start, copied - start);
      whole.writeBytes(BEFORE);
      whole.writeBytes(ID_FIELD);
      whole.writeBytes(id);
      whole.write('}');
      whole.write(',');
    }
    boolean inOrder = before.start() < after.start();
    for (DocumentText document : List.of(inOrder ? before : after, inOrder ? after : before)) {
      if (document.hasText() || (idAlone && document == before && before.isThere())) {
        whole.write(value, copied, document.start() - copied);
        writeRow(id, document, value);
        copied = document.end();
      }
    }
    whole.write(value, copied, end - copied);
  }

  private void writeRow(byte[] id, DocumentText document, byte[] record) throws IOException {
    whole.writeBytes(ID_FIELD);
    whole.writeBytes(id);
    if (document.hasText() && declared) {
      fields.write(document, whole);
    } else if (document.hasText()) {
      fields.require(document);
      whole.writeBytes(DOCUMENT_FIELD);
      whole.write(record, document.start(), document.end() - document.start());
    }
    whole.write('}');
  }
}
