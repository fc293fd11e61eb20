package io.lakeward.source.debezium;

import io.lakeward.change.Operation;
import io.lakeward.change.OrderedBytes;
import io.lakeward.row.RowTarget;
import io.lakeward.source.ColumnFit;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.IntervalNames;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Debezium's own rules: the operation is that of the letter, the sequence is the position in the
 * source, intervals show the time there, and rows have the columns of the source alone.
 */
final class FormatRules implements EnvelopeRules {

  private static final byte[] NONE = new byte[0];
  private static final long[] NOTHING = new long[0];

  private final Envelope envelope;
  private final SourceTime sourceTime;
  private final List<IntervalColumn> intervals;
  private final OrderedBytes buffer = new OrderedBytes();
  private byte[] sequence = NONE;
  private DataType sequenceType = DataTypes.NullType;
  private boolean leavesOutValues;

  FormatRules(Layout layout, Optional<IntervalNames> intervals, Envelope envelope) {
    this.envelope = envelope;
    this.sourceTime = new SourceTime(layout);
    this.intervals = intervals.map(names -> names.columns(SourceTime.TYPE)).orElse(List.of());
  }

  @Override
  public void judge(SourceRecord record, Optional<RowPlan> plan) {
    SourcePosition position = SourcePositions.of(envelope.source());
    sequence = SourcePositions.encode(position, envelope, buffer);
    sequenceType = position.type();
    leavesOutValues = position.leavesOutValues();
  }

  @Override
  public Operation operation() {
    return switch (envelope.op()) {
      case 'd' -> Operation.DELETE;
      case 't' -> Operation.TRUNCATE;
      default -> Operation.UPSERT;
    };
  }

  @Override
  public byte[] sequence() {
    return sequence;
  }

  @Override
  public DataType sequenceType() {
    return sequenceType;
  }

  @Override
  public byte[] systemSequence() {
    return NONE;
  }

  @Override
  public boolean linkBySequence() {
    return true;
  }

  @Override
  public boolean leavesOutValues() {
    return leavesOutValues;
  }

  @Override
  public List<IntervalColumn> intervals() {
    return intervals;
  }

  @Override
  public List<RecordShape.Column> added() {
    return List.of();
  }

  /** Their type never changes; what they are called is compared when the table is opened. */
  @Override
  public boolean intervalsFit() {
    return true;
  }

  @Override
  public Optional<ColumnFit.Refused> addedRefusal() {
    return Optional.empty();
  }

  @Override
  public boolean addedFit() {
    return true;
  }

  @Override
  public boolean isTime(int ordinal) {
    return sourceTime.writes(ordinal);
  }

  @Override
  public boolean isAdded(int ordinal) {
    return false;
  }

  @Override
  public void putTimes(RowTarget target) {
    sourceTime.put(envelope.source(), target);
  }

  @Override
  public long[] putAdded(RowTarget target) {
    return NOTHING;
  }
}
