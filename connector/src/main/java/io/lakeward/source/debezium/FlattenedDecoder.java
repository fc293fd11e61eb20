package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.Findings;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.debezium.FlattenedFormat.Tombstones;
import io.lakeward.source.json.JsonCursor;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Hands flattened records on as envelopes. Not thread safe. */
final class FlattenedDecoder implements RecordDecoder {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Decoded SKIPPED = new Decoded.Skipped(SkipReason.TOMBSTONE);
  private static final byte[] NOTHING = new byte[0];
  private static final int MOST_NAMES = 10_000;
  private static final byte[] CLOSED = {'}'};

  private final RecordDecoder envelopes;
  private final FlattenedFields fields;
  private final Tombstones tombstones;
  private final SchemaPrefixes<Optional<byte[]>> prefixes;
  private final SchemaPrefixes<Optional<byte[]>> keyPrefixes;
  private final JsonCursor cursor = new JsonCursor();
  private final EnvelopeBytes envelope = new EnvelopeBytes();
  private final SourceRecord full = new SourceRecord();

  /** Of the names that were met, which are few: a feed has the columns of its table. */
  private final Map<String, FlattenedFields.Part> parts = new HashMap<>();

  /** The names of an envelope's fields that were met as columns. */
  private final Set<String> ofEnvelope = new HashSet<>();

  private String op = "";
  private boolean deleted;

  FlattenedDecoder(RecordDecoder envelopes, FlattenedFields fields, Tombstones tombstones) {
    this.envelopes = envelopes;
    this.fields = fields;
    this.tombstones = tombstones;
    FlattenedSchemas schemas = new FlattenedSchemas(fields);
    this.prefixes =
        new SchemaPrefixes<>(schema -> Optional.of(schemas.prefix(schema)), Optional.empty());
    this.keyPrefixes =
        new SchemaPrefixes<>(schema -> Optional.of(schemas.prefix(schema)), Optional.empty());
  }

  @Override
  public Decoded decode(SourceRecord record) {
    try {
      byte[] value = record.value() == null ? NOTHING : flattened(record.value());
      if (value.length == 0) {
        if (tombstones == Tombstones.SKIP) {
          return SKIPPED;
        }
        value = deleteOf(record);
      }
      full.at(record.topic(), record.partition(), record.offset(), record.timestampMillis())
          .holding(record.key(), value, record.headers());
    } catch (RecordRefused e) {
      return new Decoded.Rejected(e.reason(), e.getMessage());
    } catch (JsonProcessingException e) {
      return malformed(cursor.describe(e));
    } catch (IOException e) {
      return malformed(e.getMessage());
    } finally {
      cursor.close();
    }
    return explained(envelopes.decode(full));
  }

  @Override
  public Findings findings() {
    return envelopes.findings();
  }

  private static Decoded malformed(String detail) {
    return new Decoded.Rejected(RejectReason.MALFORMED, detail);
  }

  /** What is missing is said in terms of the transform, which the user can change. */
  private Decoded explained(Decoded decoded) {
    if (decoded instanceof Decoded.Rejected rejected
        && rejected.reason() == RejectReason.POSITION_MISSING) {
      return new Decoded.Rejected(
          rejected.reason(),
          rejected.detail()
              + (deleted && envelope.hasNoSource()
                  ? "; let the transform add it to the headers of records without a value"
                      + " (add.headers=lsn,sequence), or say what deletes are with"
                      + " apply_as_deletes, or give sequence_by"
                  : "; let the transform add it (add.fields=op,lsn,sequence,source.ts_ms), or give"
                      + " sequence_by"));
    }
    return decoded;
  }

  /** The envelope of a row; empty for a null. */
  private byte[] flattened(byte[] value) throws IOException {
    SchemaPrefixes.Payload<Optional<byte[]>> payload = prefixes.find(value);
    JsonToken token = cursor.open(value, payload.start(), payload.end()).next();
    if (token == JsonToken.VALUE_NULL) {
      return NOTHING;
    } else if (token == null) {
      throw new RecordRefused(RejectReason.MALFORMED, "the value is empty");
    } else if (token != JsonToken.START_OBJECT) {
      throw new RecordRefused(RejectReason.WRONG_ENVELOPE, "the value is no object");
    }
    clear();
    readFields(value);
    Payloads.expectEnd(cursor, payload);
    if (ofEnvelope.contains("op") && ofEnvelope.contains("source")) {
      throw new RecordRefused(
          RejectReason.WRONG_ENVELOPE,
          "no flattened record, but Debezium's envelope; use format debezium-json or -avro");
    }
    return envelope.of(
        payload.plan().orElse(NOTHING),
        deleted ? "d" : op.isEmpty() ? "u" : op,
        payload.plan().isPresent() ? CLOSED : NOTHING);
  }

  private void clear() {
    envelope.clear();
    ofEnvelope.clear();
    op = "";
    deleted = false;
  }

  /** Remembered, but not for records that make up names without end. */
  private FlattenedFields.Part partOf(String name) {
    if (parts.size() > MOST_NAMES) {
      parts.clear();
    }
    return parts.computeIfAbsent(name, fields::partOf);
  }

  private void readFields(byte[] value) throws IOException {
    JsonToken token = cursor.next();
    while (token == JsonToken.FIELD_NAME) {
      String name = cursor.name();
      FlattenedFields.Part part = partOf(name);
      int start = cursor.tokenStart();
      cursor.next();
      int valueStart = cursor.tokenStart();
      take(part);
      cursor.skip();
      token = cursor.next();
      add(part, name, value, start, valueStart, endOf(value, cursor.tokenStart()));
    }
  }

  /** The value ends before the comma, if any, and the spaces around it. */
  private static int endOf(byte[] value, int next) {
    int end = next;
    while (value[end - 1] == ' '
        || value[end - 1] == '\n'
        || value[end - 1] == '\r'
        || value[end - 1] == '\t'
        || value[end - 1] == ',') {
      end--;
    }
    return end;
  }

  private void take(FlattenedFields.Part part) throws IOException {
    switch (part) {
      case OPERATION -> {
        if (cursor.token() == JsonToken.VALUE_STRING) {
          op = cursor.textString();
        }
      }
      case DELETED ->
          deleted =
              cursor.token() == JsonToken.VALUE_TRUE
                  || (cursor.token() == JsonToken.VALUE_STRING
                      && cursor.textString().equals("true"));
      default -> {}
    }
  }

  private void add(
      FlattenedFields.Part part, String name, byte[] value, int start, int valueStart, int end) {
    switch (part) {
      case COLUMN -> {
        envelope.addColumn(value, start, end - start);
        if (name.equals("op") || name.equals("source")) {
          ofEnvelope.add(name);
        }
      }
      case SOURCE ->
          envelope.addToSource(fields.nameInPart(name), value, valueStart, end - valueStart);
      case TRANSACTION ->
          envelope.addToTransaction(fields.nameInPart(name), value, valueStart, end - valueStart);
      case ENVELOPE ->
          envelope.addTime(fields.nameInPart(name), value, valueStart, end - valueStart);
      default -> {}
    }
  }

  /** The delete of a record's key; where it was comes from the headers, if from anywhere. */
  private byte[] deleteOf(SourceRecord record) throws IOException {
    clear();
    deleted = true;
    record
        .headers()
        .forEach(
            (name, value) -> {
              FlattenedFields.Part part = fields.partOf(name);
              if (value != null
                  && (part == FlattenedFields.Part.SOURCE
                      || part == FlattenedFields.Part.TRANSACTION)) {
                byte[] json = json(new String(value, UTF_8));
                add(part, name, json, 0, 0, json.length);
              }
            });
    Optional<byte[]> schema =
        record.key() == null ? Optional.empty() : keyPrefixes.find(record.key()).plan();
    return envelope.of(schema.orElse(NOTHING), "d", schema.isPresent() ? CLOSED : NOTHING);
  }

  /** Headers are text, or JSON with or without a schema, as their converter wrote them. */
  private static byte[] json(String header) {
    try {
      JsonNode tree = MAPPER.readTree(header);
      JsonNode value = tree.isObject() && tree.has("payload") ? tree.get("payload") : tree;
      if (value.isNumber() || value.isTextual()) {
        return value.toString().getBytes(UTF_8);
      }
    } catch (JsonProcessingException e) {
      // Plain text, then.
    }
    return ("\"" + new String(JsonStringEncoder.getInstance().quoteAsString(header)) + "\"")
        .getBytes(UTF_8);
  }
}
