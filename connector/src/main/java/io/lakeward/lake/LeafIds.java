package io.lakeward.lake;

import io.lakeward.source.Leaves;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.iceberg.types.Types.NestedField;

/**
 * The Iceberg field ids of a layout's {@link Leaves}: what is stored of a leaf is stored under its
 * id, which outlives its ordinal. {@link Leaves#later}, which stands for all columns that the table
 * gets later, is stored as the negative of the last id that the table had given out; read when
 * there are more columns, it stands for those as well. Immutable.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record LeafIds(int[] ids, int last) implements Serializable {

  /** For whoever is not interested in leaves. */
  static final LeafIds NO_LEAVES = new LeafIds(new int[0], 0);

  private static final int[] NONE = {};

  /**
   * The ids of the leaves of these columns.
   *
   * @param columns in the order of the layout
   * @param last the last id that the table has given out
   */
  static LeafIds of(List<NestedField> columns, int last) {
    return new LeafIds(columns.stream().flatMapToInt(LeafIds::of).toArray(), last);
  }

  private static IntStream of(NestedField field) {
    boolean branches =
        field.type().isStructType() && !field.type().asStructType().fields().isEmpty();
    return branches
        ? field.type().asStructType().fields().stream().flatMapToInt(LeafIds::of)
        : IntStream.of(field.fieldId());
  }

  /** The id of the leaf of this ordinal. */
  int of(int ordinal) {
    return ordinal == ids.length ? -last : ids[ordinal];
  }

  /** The leaves that an id stands for now; none where its column was dropped from the table. */
  int[] ordinalsOf(int id) {
    if (id < 0) {
      return IntStream.rangeClosed(0, ids.length)
          .filter(ordinal -> ordinal == ids.length || ids[ordinal] > -id)
          .toArray();
    }
    for (int ordinal = 0; ordinal < ids.length; ordinal++) {
      if (ids[ordinal] == id) {
        return new int[] {ordinal};
      }
    }
    return NONE;
  }

  @Override
  public String toString() {
    return Arrays.toString(ids) + " of " + last;
  }
}
