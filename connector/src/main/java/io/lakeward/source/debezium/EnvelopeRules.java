package io.lakeward.source.debezium;

import io.lakeward.change.Operation;
import io.lakeward.row.RowTarget;
import io.lakeward.source.ColumnFit;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;

/**
 * What kind of change an envelope holds, and when it happened: by the envelope's own rules, or by
 * expressions of the mapping. Everything but {@link #judge} is about the envelope judged last.
 */
interface EnvelopeRules {

  /**
   * Judges the envelope that was read last.
   *
   * @param plan how its row is read; empty where no schema says it
   * @throws RecordRefused where the rules cannot be applied to it
   */
  void judge(SourceRecord record, Optional<RowPlan> plan) throws IOException;

  /** What it does. */
  Operation operation();

  /** Its encoded sequence. */
  byte[] sequence();

  /** The type of the sequence; the same object for the same type, mostly. */
  DataType sequenceType();

  /** Its encoded system sequence, in a bitemporal history; empty otherwise. */
  byte[] systemSequence();

  /** Whether the halves of a key change have one sequence, which no other change has. */
  boolean linkBySequence();

  /** Whether the source may leave out values that did not change. */
  boolean leavesOutValues();

  /** The interval columns that a history of such changes has. */
  List<IntervalColumn> intervals();

  /** The columns that rows have beside those of the source. */
  List<RecordShape.Column> added();

  /** Whether the layout has the interval columns. */
  boolean intervalsFit();

  /** Whether the added columns need no other layout. */
  boolean addedFit();

  /** Why no row with the added columns can be applied, if so. */
  Optional<ColumnFit.Refused> addedRefusal();

  /** Whether a column is one that {@link #putTimes} writes. */
  boolean isTime(int ordinal);

  /** Whether a column is one that {@link #putAdded} writes. */
  boolean isAdded(int ordinal);

  /** Writes the interval columns of a change. */
  void putTimes(RowTarget target);

  /**
   * Writes the added columns of a row.
   *
   * @return a bit for each of them of which the change says nothing, since the source did not send
   *     what it is made of
   */
  long[] putAdded(RowTarget target);
}
