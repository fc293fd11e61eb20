package io.lakeward.source.debezium;

import io.lakeward.change.Operation;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.RejectReason;
import io.lakeward.row.RowTarget;
import io.lakeward.source.ColumnFit;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.expression.FlowExpressions.Rule;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;

/**
 * Rules of which some or all are expressions of the mapping; the others are Debezium's own. The
 * expressions are compiled for each schema that records come with.
 */
final class MappedRules implements EnvelopeRules {

  private static final byte[] NONE = new byte[0];

  private final FlowExpressions expressions;
  private final Envelope envelope;
  private final SourceTime sourceTime;
  private final OrderedBytes buffer = new OrderedBytes();
  private Ruling ruling;
  private byte[] position = NONE;
  private byte[] sequence = NONE;
  private byte[] systemSequence = NONE;
  private Operation operation = Operation.UPSERT;

  MappedRules(Layout layout, FlowExpressions expressions, Envelope envelope) {
    this.expressions = expressions;
    this.envelope = envelope;
    this.sourceTime = new SourceTime(layout);
  }

  @Override
  public void judge(SourceRecord record, Optional<RowPlan> plan) throws IOException {
    RowPlan rows = plan.orElseThrow(RecordRefused::schemaMissing);
    Optional<SourcePosition> order = SourcePositions.find(envelope.source());
    ruling = rows.ruling(order);
    boolean ordered = expressions.has(Rule.SEQUENCE_BY);
    if (!ordered || ruling.readsPosition()) {
      position =
          SourcePositions.encode(
              order.orElseGet(() -> SourcePositions.of(envelope.source())), envelope, buffer);
    }
    ruling.read(record, envelope, position);
    operation = judged();
    if (ordered && operation == Operation.TRUNCATE && ruling.isNull(Rule.SEQUENCE_BY)) {
      sequence = DecodedChange.NO_SEQUENCE;
      systemSequence = NONE;
      return;
    }
    if (operation != Operation.TRUNCATE && ruling.intervalIsNull()) {
      throw new RecordRefused(
          RejectReason.NULL_INTERVAL,
          "interval_value is null for the operation "
              + envelope.op()
              + "; write coalesce(…, _change.source_time)");
    }
    sequence = ordered ? ruling.encoded(Rule.SEQUENCE_BY, buffer) : position;
    systemSequence =
        expressions.has(Rule.SYSTEM_SEQUENCE_BY)
            ? ruling.encoded(Rule.SYSTEM_SEQUENCE_BY, buffer)
            : NONE;
  }

  /** A truncate, else a delete, else an upsert (semantics, section 3). */
  private Operation judged() {
    if (isTrue(Rule.APPLY_AS_TRUNCATES, 't')) {
      return Operation.TRUNCATE;
    } else if (isTrue(Rule.APPLY_AS_DELETES, 'd')) {
      return Operation.DELETE;
    } else if (envelope.op() == 'd' || envelope.op() == 't') {
      Rule rule = envelope.op() == 'd' ? Rule.APPLY_AS_DELETES : Rule.APPLY_AS_TRUNCATES;
      throw new RecordRefused(
          RejectReason.WRONG_ENVELOPE,
          rule.key()
              + " is not true for the operation "
              + envelope.op()
              + ", which leaves no row to keep; write _change.op = '"
              + envelope.op()
              + "' or …");
    }
    return Operation.UPSERT;
  }

  private boolean isTrue(Rule rule, char own) {
    return expressions.has(rule) ? ruling.isTrue(rule) : envelope.op() == own;
  }

  @Override
  public Operation operation() {
    return operation;
  }

  @Override
  public byte[] sequence() {
    return sequence;
  }

  @Override
  public DataType sequenceType() {
    return ruling.sequenceType();
  }

  @Override
  public byte[] systemSequence() {
    return systemSequence;
  }

  /** A sequence of the mapping does not say which changes belong together. */
  @Override
  public boolean linkBySequence() {
    return !expressions.has(Rule.SEQUENCE_BY);
  }

  @Override
  public boolean leavesOutValues() {
    return ruling.leavesOutValues();
  }

  @Override
  public List<IntervalColumn> intervals() {
    return ruling.intervals();
  }

  @Override
  public List<RecordShape.Column> added() {
    return ruling.added();
  }

  @Override
  public boolean intervalsFit() {
    return ruling.intervalsFit();
  }

  @Override
  public Optional<ColumnFit.Refused> addedRefusal() {
    return ruling.addedRefusal();
  }

  @Override
  public boolean addedFit() {
    return ruling.addedFit();
  }

  @Override
  public boolean isTime(int ordinal) {
    return ruling.isTime(ordinal);
  }

  @Override
  public boolean isAdded(int ordinal) {
    return ruling.isAdded(ordinal);
  }

  @Override
  public void putTimes(RowTarget target) {
    if (expressions.placeOfInterval() < 0) {
      sourceTime.put(envelope.source(), target);
    }
    ruling.putTimes(target);
  }

  @Override
  public long[] putAdded(RowTarget target) {
    return ruling.putAdded(target);
  }
}
