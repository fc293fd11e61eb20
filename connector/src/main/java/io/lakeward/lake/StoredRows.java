package io.lakeward.lake;

import io.lakeward.source.Layout;
import java.io.Serializable;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of the rows that a probe finds: those of the table where the fold needs them, then
 * where the row lies and whose it is.
 *
 * @param layout the table's columns; {@link Layout#NONE} where only the bookkeeping is read
 */
record StoredRows(Layout layout) implements Serializable {

  /** The row lies in the table. */
  static final byte MAIN = 0;

  /** The row lies in the state branch. */
  static final byte STATE = 1;

  /** Not stored: what another key hands over. Its bookkeeping says where the move is. */
  static final byte HANDOVER = 2;

  /** A handover of a key that had no row. */
  static final byte HANDOVER_OF_NOTHING = 3;

  /** The row lies in an older snapshot, whose id stands in place of the row's position. */
  static final byte PAST = 4;

  /** Not stored: a row of this snapshot, whose id stands as with {@link #PAST}, is needed. */
  static final byte PAST_NEEDED = 5;

  static final StructType META =
      new StructType()
          .add(Bookkeeping.COLUMN, DataTypes.BinaryType, true)
          .add("_lakeward_file", DataTypes.StringType, true)
          .add("_lakeward_row_position", DataTypes.LongType, false)
          .add(ChangeRows.PARTITION_COLUMN, DataTypes.IntegerType, false)
          .add(ChangeRows.KEY_COLUMN, DataTypes.BinaryType, false)
          .add("_lakeward_place", DataTypes.ByteType, false);

  StructType schema() {
    return ChangeRows.concat(layout.structType().asNullable(), META);
  }

  int bookkeeping() {
    return layout.columns().size();
  }

  int file() {
    return bookkeeping() + 1;
  }

  int rowPosition() {
    return bookkeeping() + 2;
  }

  int key() {
    return bookkeeping() + 4;
  }

  int place() {
    return bookkeeping() + 5;
  }
}
