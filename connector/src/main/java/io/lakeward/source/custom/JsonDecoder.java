package io.lakeward.source.custom;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.change.Operation;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.row.OrderedColumns;
import io.lakeward.row.RowTarget;
import io.lakeward.row.ValueRefused;
import io.lakeward.source.ColumnFit;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.Layout;
import io.lakeward.source.ListRefused;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.expression.ChangeFields;
import io.lakeward.source.expression.Evaluation;
import io.lakeward.source.expression.EvaluationFailed;
import io.lakeward.source.expression.FlowExpressions.Rule;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.UnknownFieldException;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.types.DataType;

/** Decodes plain JSON: the whole record into one row, from which all else is made. */
final class JsonDecoder implements RecordDecoder {

  private static final byte[] NO_BYTES = new byte[0];
  private static final Decoded TOMBSTONE = new Decoded.Skipped(SkipReason.TOMBSTONE);

  private final Flow flow;
  private final Layout layout;
  private final JsonCursor cursor = new JsonCursor();
  private final RecordRow record;
  private final TableRow table;
  private final UpsertAuthors authors;
  private final Evaluation evaluation;
  private final int sequence;

  /** Negative where changes have no system sequence. */
  private final int system;

  private final OrderedColumns sequences;
  private final OrderedColumns systemSequences;
  private final OrderedBytes buffer = new OrderedBytes();
  private final ChangeFields changeFields;
  private final JoinedRow joined = new JoinedRow();
  private final DecodedChange change = new DecodedChange();
  private final Decoded changes = new Decoded.Changes(List.of(change));

  JsonDecoder(Flow flow, Layout layout) {
    this.flow = flow;
    this.layout = layout;
    this.record = new RecordRow(flow);
    this.table = new TableRow(flow, layout);
    this.authors = new UpsertAuthors(flow, table.record(), layout, table.foreign());
    this.evaluation = flow.compiled().evaluation();
    this.changeFields = new ChangeFields(ChangeFields.PLAIN, flow.compiled());
    this.sequence = flow.expressions().placeOf(Rule.SEQUENCE_BY);
    this.sequences = ordered(sequence);
    this.system = flow.expressions().placeOf(Rule.SYSTEM_SEQUENCE_BY);
    this.systemSequences = ordered(Math.max(system, sequence));
  }

  private OrderedColumns ordered(int expression) {
    return OrderedColumns.of(new int[] {0}, new DataType[] {flow.typeAt(expression)});
  }

  @Override
  public Decoded decode(SourceRecord source) {
    if (source.value() == null) {
      return TOMBSTONE;
    }
    try {
      return decodeValue(source);
    } catch (ValueRefused e) {
      return new Decoded.Rejected(RejectReason.VALUE_OUT_OF_TYPE, e.getMessage());
    } catch (UnknownFieldException e) {
      return new Decoded.Rejected(RejectReason.COLUMN_UNKNOWN, e.getMessage());
    } catch (ListRefused e) {
      return e.rejected();
    } catch (EvaluationFailed e) {
      return new Decoded.Rejected(RejectReason.EXPRESSION_FAILED, e.getMessage());
    } catch (JsonProcessingException e) {
      return malformed(cursor.describe(e));
    } catch (IOException e) {
      return malformed(e.getMessage());
    } finally {
      cursor.close();
    }
  }

  private static Decoded malformed(String detail) {
    return new Decoded.Rejected(RejectReason.MALFORMED, detail);
  }

  private Decoded decodeValue(SourceRecord source) throws IOException {
    byte[] value = source.value();
    JsonToken token = cursor.open(value, 0, value.length).next();
    if (token == JsonToken.VALUE_NULL) {
      return TOMBSTONE;
    } else if (token == null) {
      return malformed("the value is empty");
    } else if (token != JsonToken.START_OBJECT) {
      return new Decoded.Rejected(RejectReason.WRONG_ENVELOPE, "the value is no object");
    }
    RowTarget row = record.read(cursor);
    if (cursor.next() != null) {
      return malformed("more than one value");
    }
    return interpret(source, row.row());
  }

  private Decoded interpret(SourceRecord source, InternalRow row) {
    InternalRow input = joined.apply(row, changeFields.of(source));
    InternalRow ordering = evaluation.value(sequence, input);
    Operation operation = operation(input);
    if (sequences.anyNull(ordering)) {
      if (operation != Operation.TRUNCATE) {
        return new Decoded.Rejected(RejectReason.NULL_SEQUENCE, "sequence_by is null");
      }
      change.truncate(DecodedChange.NO_SEQUENCE, InternalRow.empty());
      return changes;
    }
    byte[] encoded = sequences.encode(ordering, buffer);
    if (operation != Operation.TRUNCATE && table.keyIsNull(row)) {
      return new Decoded.Rejected(RejectReason.NULL_KEY, "a key column is null");
    }
    if (layout.isEmpty() || !table.fits()) {
      return new Decoded.Unfit(flow.shape(), encoded);
    } else if (operation == Operation.UPSERT && table.refusal().isPresent()) {
      ColumnFit.Refused refused = table.refusal().get();
      return new Decoded.Rejected(refused.reason(), refused.detail());
    }
    InternalRow known = system < 0 ? ordering : evaluation.value(system, input);
    if (systemSequences.anyNull(known)) {
      return new Decoded.Rejected(RejectReason.NULL_SEQUENCE, "system_sequence_by is null");
    }
    if (operation != Operation.TRUNCATE && intervalIsNull(input)) {
      return new Decoded.Rejected(RejectReason.NULL_INTERVAL, "interval_value is null");
    }
    byte[] encodedSystem = system < 0 ? NO_BYTES : systemSequences.encode(known, buffer);
    set(operation, encoded, row, input);
    change.knownAt(encodedSystem);
    return changes;
  }

  private void set(Operation operation, byte[] encoded, InternalRow row, InternalRow input) {
    switch (operation) {
      case TRUNCATE -> change.truncate(encoded, table.of(row, input, evaluation));
      case DELETE -> {
        InternalRow target = table.of(row, input, evaluation);
        change.delete(encoded, table.key(), target);
      }
      case UPSERT -> {
        InternalRow target = table.withAdded(row, input, evaluation);
        authors.upsert(change, encoded, table.key(), row, target);
      }
    }
  }

  private boolean intervalIsNull(InternalRow input) {
    int place = flow.expressions().placeOf(Rule.INTERVAL_VALUE);
    return place >= 0 && evaluation.value(place, input).isNullAt(0);
  }

  private Operation operation(InternalRow input) {
    if (isTrue(Rule.APPLY_AS_TRUNCATES, input)) {
      return Operation.TRUNCATE;
    }
    return isTrue(Rule.APPLY_AS_DELETES, input) ? Operation.DELETE : Operation.UPSERT;
  }

  private boolean isTrue(Rule condition, InternalRow input) {
    int place = flow.expressions().placeOf(condition);
    return place >= 0 && evaluation.isTrue(place, input);
  }
}
