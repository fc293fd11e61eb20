package io.lakeward.source;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.RejectReason;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The leaves of a layout by the names under which changes list the columns that they author: those
 * of the columns of the source, and dotted paths to what is in a struct. A name that is a column's
 * own is that column, whatever dots are in it. What is known and not taken into the table stands
 * for no leaf. Immutable.
 */
public final class ListedColumns {

  /**
   * A column of the source.
   *
   * @param name its name there
   * @param type its type, in Spark's terms
   * @param target its name in the table; empty where it is left out
   */
  public record Column(String name, DataType type, Optional<String> target) {
    public Column {
      requireNonNull(name, "name");
      requireNonNull(type, "type");
      requireNonNull(target, "target");
    }
  }

  private record Range(int from, int to) {
    static final Range NONE = new Range(0, 0);
  }

  private final Map<UTF8String, Range> ranges = new HashMap<>();
  private final BitSet unlistedAlways = new BitSet();

  /**
   * The names of these columns, in rows of this layout.
   *
   * @param added the columns that the flow adds to those of the source: no list can name them, so
   *     all changes author them
   */
  public ListedColumns(
      List<Column> columns, Collection<String> added, Layout layout, Leaves leaves) {
    Map<String, Integer> ordinals = new HashMap<>();
    for (int i = 0; i < layout.columns().size(); i++) {
      Layout.Column column = layout.columns().get(i);
      ordinals.put(column.name(), i);
      unlistedAlways.set(
          leaves.firstOf(i),
          leaves.firstOf(i + 1),
          column.isValue() && !added.contains(column.name()));
    }
    for (Column column : columns) {
      ranges.put(UTF8String.fromString(column.name()), Range.NONE);
    }
    for (Column column : columns) {
      Optional<Integer> ordinal = column.target().map(ordinals::get);
      ordinal.ifPresent(
          i ->
              ranges.put(
                  UTF8String.fromString(column.name()),
                  new Range(leaves.firstOf(i), leaves.firstOf(i + 1))));
      addFields(
          column.name(),
          column.type(),
          ordinal.map(i -> layout.columns().get(i).type()),
          ordinal.map(leaves::firstOf).orElse(0));
    }
  }

  /** Whether a column of this type can hold such a list. */
  public static boolean canBeIn(DataType type) {
    return type instanceof ArrayType array && array.elementType() instanceof StringType;
  }

  private void addFields(String path, DataType type, Optional<DataType> held, int leaf) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        addField(path + "." + field.name(), field, held, leaf);
      }
    }
  }

  private void addField(String path, StructField field, Optional<DataType> struct, int leaf) {
    Optional<DataType> held = Optional.empty();
    int first = leaf;
    if (struct.isPresent() && struct.get() instanceof StructType columns) {
      for (StructField column : columns.fields()) {
        if (column.name().equals(field.name())) {
          held = Optional.of(column.dataType());
          break;
        }
        first += Leaves.countOf(column.dataType());
      }
    }
    int from = first;
    ranges.putIfAbsent(
        UTF8String.fromString(path),
        held.map(type -> new Range(from, from + Leaves.countOf(type))).orElse(Range.NONE));
    addFields(path, field.dataType(), held, from);
  }

  /**
   * The leaves that a change does not author which lists these names; keys and intervals are not
   * among them.
   *
   * @throws ListRefused where a name is null or unknown
   */
  public BitSet unlisted(ArrayData names) {
    BitSet unlisted = (BitSet) unlistedAlways.clone();
    for (int i = 0; i < names.numElements(); i++) {
      if (names.isNullAt(i)) {
        throw new ListRefused(RejectReason.COLUMN_LIST_INVALID, "it has a null");
      }
      Range range = ranges.get(names.getUTF8String(i));
      if (range == null) {
        throw new ListRefused(
            RejectReason.COLUMN_UNKNOWN, "the record has no column " + names.getUTF8String(i));
      }
      unlisted.clear(range.from(), range.to());
    }
    return unlisted;
  }
}
