package io.lakeward.source.debezium;

import io.lakeward.change.RejectReason;
import io.lakeward.row.RowTarget;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.OptionalInt;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * The time of a change in its source, which a history shows in its intervals: a position in a log
 * would tell people nothing (semantics, section 6).
 */
final class SourceTime {

  /** The type of the interval columns. */
  static final DataType TYPE = DataTypes.TimestampType;

  private static final long MICROS_PER_MILLI = 1_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private final OptionalInt start;

  SourceTime(Layout layout) {
    this.start = layout.ordinalOf(Bound.START);
  }

  /** Writes the time of a change, where the layout has an interval, into a row that lacks it. */
  void put(SourceBlock source, RowTarget target) {
    start.ifPresent(ordinal -> target.columns()[ordinal].putTimestamp(ordinal, micros(source)));
  }

  /** Whether a column is the one that {@link #put} writes. */
  boolean writes(int ordinal) {
    return start.isPresent() && start.getAsInt() == ordinal;
  }

  /** Whether a source block says the time. */
  static boolean isIn(SourceBlock source) {
    return source.hasNumber(Field.TS_US)
        || source.hasNumber(Field.TS_NS)
        || source.hasNumber(Field.TS_MS);
  }

  /** In micros since 1970, as exact as the connector tells it. */
  static long micros(SourceBlock source) {
    if (source.hasNumber(Field.TS_US)) {
      return source.number(Field.TS_US);
    } else if (source.hasNumber(Field.TS_NS)) {
      return Math.floorDiv(source.number(Field.TS_NS), NANOS_PER_MICRO);
    } else if (source.hasNumber(Field.TS_MS)) {
      return Math.multiplyExact(source.number(Field.TS_MS), MICROS_PER_MILLI);
    }
    throw new RecordRefused(
        RejectReason.WRONG_ENVELOPE, "source.ts_ms is missing, which the history's intervals show");
  }
}
