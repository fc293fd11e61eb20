package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.row.EncodedValue;
import io.lakeward.source.debezium.LogPlace;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;

/**
 * How far changes are.
 *
 * @param type the type of their sequence
 * @param sequence the encoded sequence of the last of them; what follows is not looked at
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
record ReachedPosition(DataType type, byte[] sequence) {
  ReachedPosition {
    requireNonNull(type, "type");
    requireNonNull(sequence, "sequence");
  }

  /** Whether a change was committed behind a place of its log; all before it was sent by then. */
  boolean isBeyond(LogPlace place) {
    return place.log().orders(type)
        && place.isPassedBy((InternalRow) EncodedValue.leading(sequence, type));
  }
}
