package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.row.ValueRefused;
import io.lakeward.source.Decoded;
import io.lakeward.source.Findings;
import io.lakeward.source.Layout;
import io.lakeward.source.ListRefused;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.expression.EvaluationFailed;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.Unavailable;
import io.lakeward.source.json.UnknownFieldException;
import java.io.IOException;
import java.util.Optional;

/** Decodes Debezium's JSON to one layout: finds the payload, reads it once, says what it is. */
final class DebeziumJsonDecoder implements RecordDecoder {

  private static final Decoded TOMBSTONE = new Decoded.Skipped(SkipReason.TOMBSTONE);

  private final Layout layout;
  private final EnvelopeOptions options;
  private final RowSchemas schemas;
  private final Unavailable unavailable;
  private final SchemaPrefixes<Optional<RowPlan>> prefixes;
  private final JsonCursor cursor = new JsonCursor();
  private final Envelope envelope = new Envelope();
  private final EnvelopeRules rules;
  private final EnvelopeChanges changes;
  private final boolean meetsDocuments;
  private Optional<DocumentDecoder> documents = Optional.empty();

  DebeziumJsonDecoder(Layout layout, EnvelopeOptions options) {
    this(
        layout,
        options,
        new RowSchemas(options),
        new Placeholder(options.unavailableValue()),
        Optional.empty());
  }

  /**
   * Decodes rows of which these schemas say how they are written.
   *
   * @param unavailable recognises values that the source did not send
   * @param keys what record keys say; by default they are read as JSON, and rows may be documents
   */
  DebeziumJsonDecoder(
      Layout layout,
      EnvelopeOptions options,
      RowSchemas schemas,
      Unavailable unavailable,
      Optional<RecordKeys> keys) {
    this.layout = layout;
    this.options = options;
    this.schemas = schemas;
    this.unavailable = unavailable;
    this.meetsDocuments = keys.isEmpty();
    this.prefixes = new SchemaPrefixes<>(this::planOf, declaredPlan());
    this.rules =
        options.expressions().isEmpty()
            ? new FormatRules(layout, options.intervals(), envelope)
            : new MappedRules(layout, options.expressions(), envelope);
    this.changes =
        new EnvelopeChanges(
            layout,
            options,
            envelope,
            rules,
            keys.orElseGet(() -> new JsonRecordKeys(this::keyPlanOf)));
  }

  private Optional<RowPlan> declaredPlan() {
    return options.declaredSchema().isEmpty()
        ? Optional.empty()
        : Optional.of(plan(schemas.ofDeclared(options.declaredSchema())));
  }

  private Optional<RowPlan> planOf(ConnectSchema schema) {
    return schema
        .field("after")
        .or(() -> schema.field("before"))
        .filter(row -> row.type().equals("struct"))
        .map(row -> plan(schemas.ofConnect(row).withSourceBlock(schema.field("source"))));
  }

  private KeyPlan keyPlanOf(ConnectSchema schema) {
    return new KeyPlan(
        schema.fields().stream().map(ConnectSchema.Field::name).toList(),
        plan(schemas.ofConnect(schema)));
  }

  private RowPlan plan(RowSchema schema) {
    return new RowPlan(schema, layout, options, unavailable);
  }

  @Override
  public Decoded decode(SourceRecord record) {
    if (record.value() == null) {
      return TOMBSTONE;
    }
    try {
      return decodeValue(record);
    } catch (ValueRefused e) {
      return new Decoded.Rejected(RejectReason.VALUE_OUT_OF_TYPE, e.getMessage());
    } catch (UnknownFieldException e) {
      return new Decoded.Rejected(RejectReason.COLUMN_UNKNOWN, e.getMessage());
    } catch (ListRefused e) {
      return e.rejected();
    } catch (EvaluationFailed e) {
      return new Decoded.Rejected(RejectReason.EXPRESSION_FAILED, e.getMessage());
    } catch (RecordRefused e) {
      return new Decoded.Rejected(e.reason(), e.getMessage());
    } catch (JsonProcessingException e) {
      return malformed(cursor.describe(e));
    } catch (IOException e) {
      return malformed(e.getMessage());
    } finally {
      cursor.close();
    }
  }

  @Override
  public Findings findings() {
    return changes.findings().and(Findings.ofInfinite(schemas.infiniteValues()));
  }

  private static Decoded malformed(String detail) {
    return new Decoded.Rejected(RejectReason.MALFORMED, detail);
  }

  private Decoded decodeValue(SourceRecord record) throws IOException {
    SchemaPrefixes.Payload<Optional<RowPlan>> payload = prefixes.find(record.value());
    JsonToken token = cursor.open(record.value(), payload.start(), payload.end()).next();
    if (token == JsonToken.VALUE_NULL) {
      return TOMBSTONE;
    } else if (token == null) {
      return malformed("the value is empty");
    } else if (token != JsonToken.START_OBJECT) {
      throw new RecordRefused(RejectReason.WRONG_ENVELOPE, "the value is no object");
    }
    Optional<RowPlan> plan = payload.plan();
    envelope.read(cursor, changes.rowConsumer(plan));
    int end = cursor.position();
    Payloads.expectEnd(cursor, payload);
    if (meetsDocuments && envelope.isOfDocuments()) {
      return documents().decode(record, envelope, payload.start(), end);
    }
    return interpret(record, plan);
  }

  private DocumentDecoder documents() {
    if (documents.isEmpty()) {
      documents = Optional.of(new DocumentDecoder(layout, options));
    }
    return documents.get();
  }

  private Decoded interpret(SourceRecord record, Optional<RowPlan> plan) throws IOException {
    if (!envelope.isChange()) {
      return envelope
          .skip()
          .<Decoded>map(Decoded.Skipped::new)
          .orElseGet(
              () ->
                  new Decoded.Rejected(
                      RejectReason.WRONG_ENVELOPE,
                      "no change event of Debezium, but " + envelope.shape()));
    }
    char op = envelope.op();
    if (op == 'm') {
      return new Decoded.Skipped(SkipReason.LOGICAL_MESSAGE);
    } else if ("crudt".indexOf(op) < 0) {
      throw new RecordRefused(
          RejectReason.UNKNOWN_OPERATION, "the operation is " + envelope.opText());
    }
    WholeRows.require(envelope, options.updates());
    rules.judge(record, plan);
    return changes.of(record, plan.orElseThrow(RecordRefused::schemaMissing));
  }
}
