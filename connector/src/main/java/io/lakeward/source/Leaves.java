package io.lakeward.source;

import java.util.BitSet;
import java.util.function.IntFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The leaves of a layout's columns, which is what a change authors or leaves alone (semantics,
 * section 4). A struct has the leaves of its fields, depth first; every other column is one leaf,
 * arrays and maps too, and so is a struct without fields. Where no column is a struct, the ordinal
 * of a leaf is that of its column. Immutable.
 */
public final class Leaves {

  /** Stands for a row in which all is null. */
  private static final InternalRow NOTHING = InternalRow.empty();

  private final DataType[] types;
  private final int[] first;
  private final boolean structs;

  /** The leaves of this layout. */
  public Leaves(Layout layout) {
    int size = layout.columns().size();
    this.types = new DataType[size];
    this.first = new int[size + 1];
    boolean any = false;
    for (int column = 0; column < size; column++) {
      types[column] = layout.columns().get(column).type();
      first[column + 1] = first[column] + countOf(types[column]);
      any |= branches(types[column]);
    }
    this.structs = any;
  }

  /** Whether a value of this type has leaves below it, and is none itself. */
  public static boolean branches(DataType type) {
    return type instanceof StructType struct && struct.size() > 0;
  }

  /** How many leaves a column of this type has. */
  public static int countOf(DataType type) {
    int count = branches(type) ? 0 : 1;
    if (count == 0) {
      for (StructField field : ((StructType) type).fields()) {
        count += countOf(field.dataType());
      }
    }
    return count;
  }

  /** How many there are. */
  public int count() {
    return first[types.length];
  }

  /**
   * Stands for every column that the table gets later, which has no place in a row yet: a change
   * may leave such columns to others, too.
   */
  public int later() {
    return count();
  }

  /** The first leaf of a column; of the column after the last one, how many leaves there are. */
  public int firstOf(int column) {
    return first[column];
  }

  /** The leaves of these columns, both as bits; the same object where leaves are columns. */
  public long[] ofColumns(long[] columns) {
    if (columns.length == 0 || !structs) {
      return columns;
    }
    BitSet leaves = new BitSet(count());
    BitSet.valueOf(columns).stream()
        .forEach(column -> leaves.set(first[column], first[column + 1]));
    return leaves.toLongArray();
  }

  /** Adds those leaves of a column that are null in a row. */
  public void addNulls(InternalRow row, int column, BitSet leaves) {
    addNulls(row, column, types[column], first[column], leaves);
  }

  private static void addNulls(
      InternalRow row, int ordinal, DataType type, int leaf, BitSet leaves) {
    if (row.isNullAt(ordinal)) {
      leaves.set(leaf, leaf + countOf(type));
    } else if (branches(type)) {
      StructField[] fields = ((StructType) type).fields();
      InternalRow struct = row.getStruct(ordinal, fields.length);
      int next = leaf;
      for (int i = 0; i < fields.length; i++) {
        addNulls(struct, i, fields[i].dataType(), next, leaves);
        next += countOf(fields[i].dataType());
      }
    }
  }

  /**
   * A row of the layout's columns without these leaves, which are null in it. A struct that loses
   * leaves and has no other left is null. Of {@link #later} no row has anything.
   */
  public InternalRow without(InternalRow row, BitSet leaves) {
    if (leaves.isEmpty()
        || (!structs && leaves.stream().allMatch(leaf -> leaf == later() || row.isNullAt(leaf)))) {
      return row;
    }
    Object[] values = new Object[types.length];
    putColumns(values, leaf -> leaves.get(leaf) ? NOTHING : row);
    return new GenericInternalRow(values);
  }

  /**
   * Puts together the columns of a row whose leaves come from several rows. A struct that comes
   * from one row is as it is there, with structs of nothing but nulls; one that comes from several
   * is made anew, and any struct in it all of whose leaves are null is null. So what a row holds
   * depends on the authors of its leaves and not on the order in which they came.
   *
   * @param values takes the values of the columns, which are not copied
   * @param rowOf the row that a leaf comes from; a row without columns for a null
   */
  public void putColumns(Object[] values, IntFunction<InternalRow> rowOf) {
    for (int column = 0; column < types.length; column++) {
      InternalRow row = rowOf.apply(first[column]);
      values[column] =
          isWhole(column, row, rowOf)
              ? valueIn(row, column, types[column])
              : made(column, (StructType) types[column], first[column], rowOf);
    }
  }

  private boolean isWhole(int column, InternalRow row, IntFunction<InternalRow> rowOf) {
    for (int leaf = first[column] + 1; leaf < first[column + 1]; leaf++) {
      if (rowOf.apply(leaf) != row) {
        return false;
      }
    }
    return true;
  }

  /** A struct whose leaves come from the structs at this ordinal of their rows; null for none. */
  private static InternalRow made(
      int ordinal, StructType type, int leaf, IntFunction<InternalRow> rowOf) {
    IntFunction<InternalRow> structOf = at -> structIn(rowOf.apply(at), ordinal, type.size());
    Object[] values = new Object[type.size()];
    boolean any = false;
    int next = leaf;
    for (int i = 0; i < values.length; i++) {
      DataType field = type.fields()[i].dataType();
      values[i] =
          branches(field)
              ? made(i, (StructType) field, next, structOf)
              : valueIn(structOf.apply(next), i, field);
      any |= values[i] != null;
      next += countOf(field);
    }
    return any ? new GenericInternalRow(values) : null;
  }

  private static InternalRow structIn(InternalRow row, int ordinal, int fields) {
    return isNull(row, ordinal) ? NOTHING : row.getStruct(ordinal, fields);
  }

  private static Object valueIn(InternalRow row, int ordinal, DataType type) {
    return isNull(row, ordinal) ? null : row.get(ordinal, type);
  }

  private static boolean isNull(InternalRow row, int ordinal) {
    return row.numFields() == 0 || row.isNullAt(ordinal);
  }
}
