package io.lakeward.lake;

import io.lakeward.source.Layout;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of the rows that carry changes from decoding to the merge: first those of the table
 * with its bookkeeping column, so that a row can be written as it is, then what only the merge
 * reads.
 *
 * @param layout the table's columns
 */
public record ChangeRows(Layout layout) implements Serializable {

  /** What a change row stands for. */
  public static final byte UPSERT = 0;

  /** An upsert whose unauthored columns come from the linked key. */
  public static final byte UPSERT_INHERITING = 1;

  public static final byte DELETE = 2;

  /** A delete whose row lives on under the linked key. */
  public static final byte MOVE = 3;

  /** The linked key asks this key what it left. */
  public static final byte REQUEST = 4;

  /** The report of a decoding task. */
  public static final byte REPORT = 5;

  /** Added to the kind of a change whose record is counted by another change of it. */
  public static final byte UNCOUNTED = 64;

  /** Sorts the changes of a key: bookkeeping compares like positions. */
  public static final String ORDER_COLUMN = Bookkeeping.COLUMN;

  public static final String PARTITION_COLUMN = "_lakeward_partition";
  public static final String KEY_COLUMN = "_lakeward_key";

  /** The columns after the table's own, behind the bookkeeping column. */
  public static final StructType META =
      new StructType()
          .add(Bookkeeping.COLUMN, DataTypes.BinaryType, true)
          .add(PARTITION_COLUMN, DataTypes.IntegerType, false)
          .add(KEY_COLUMN, DataTypes.BinaryType, true)
          .add("_lakeward_kind", DataTypes.ByteType, false)
          .add("_lakeward_sequence_length", DataTypes.IntegerType, false)
          .add("_lakeward_system_length", DataTypes.IntegerType, false)
          .add("_lakeward_unauthored", DataTypes.BinaryType, true)
          .add("_lakeward_linked", DataTypes.BinaryType, true)
          .add("_lakeward_report", DataTypes.BinaryType, true);

  public StructType schema() {
    return concat(layout.structType().asNullable(), META);
  }

  int bookkeeping() {
    return layout.columns().size();
  }

  public int partition() {
    return bookkeeping() + 1;
  }

  public int key() {
    return bookkeeping() + 2;
  }

  public int kind() {
    return bookkeeping() + 3;
  }

  int sequenceLength() {
    return bookkeeping() + 4;
  }

  int systemLength() {
    return bookkeeping() + 5;
  }

  int unauthored() {
    return bookkeeping() + 6;
  }

  int linked() {
    return bookkeeping() + 7;
  }

  public int report() {
    return bookkeeping() + 8;
  }

  static StructType concat(StructType first, StructType second) {
    StructField[] fields = Arrays.copyOf(first.fields(), first.size() + second.size());
    System.arraycopy(second.fields(), 0, fields, first.size(), second.size());
    return new StructType(fields);
  }
}
