package io.lakeward.source;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.RejectReason;
import io.lakeward.row.LosslessTypes;
import io.lakeward.source.IntervalColumn.Bound;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a target table in their order, without the bookkeeping column. A decoded row has
 * exactly these columns. The layout of a table that does not exist yet has none.
 *
 * @param columns the columns
 * @param sequenceType the type of the sequences in the table; a change whose sequence is of another
 *     type is {@link Decoded.Unfit}. {@link DataTypes#NullType} where none is known
 * @param limit up to where the table is altered for records that ask for more
 */
public record Layout(List<Column> columns, DataType sequenceType, EvolutionLimit limit)
    implements Serializable {

  /** The layout of a table that does not exist yet: every record is {@link Decoded.Unfit} to it. */
  public static final Layout NONE = new Layout(List.of());

  public Layout {
    columns = List.copyOf(columns);
    requireNonNull(sequenceType, "sequenceType");
    requireNonNull(limit, "limit");
  }

  /** A layout of a table to which columns may be added. */
  public Layout(List<Column> columns, DataType sequenceType) {
    this(columns, sequenceType, EvolutionLimit.ADD);
  }

  /** A layout of a table in which no sequence type is known. */
  public Layout(List<Column> columns) {
    this(columns, DataTypes.NullType);
  }

  /** One column of a layout. */
  public static final class Column implements Serializable {
    private static final byte[] ALWAYS = new byte[0];

    private final String name;
    private final DataType type;
    private final boolean key;
    private final Object initialDefault;
    private final byte[] addedAt;
    private final Bound bound;
    private final boolean loadTime;

    private Column(String name, DataType type, boolean key, Object initialDefault, byte[] addedAt) {
      this(name, type, key, initialDefault, addedAt, null, false);
    }

    private Column(
        String name,
        DataType type,
        boolean key,
        Object initialDefault,
        byte[] addedAt,
        Bound bound,
        boolean loadTime) {
      this.name = requireNonNull(name, "name");
      this.type = requireNonNull(type, "type");
      this.key = key;
      this.initialDefault = initialDefault;
      this.addedAt = addedAt;
      this.bound = bound;
      this.loadTime = loadTime;
    }

    /** A column that is part of the key. */
    public static Column key(String name, DataType type) {
      return new Column(name, type, true, null, ALWAYS);
    }

    /** A column of an interval, which no source has. */
    public static Column interval(IntervalColumn column) {
      return new Column(column.name(), column.type(), false, null, ALWAYS, column.bound(), false);
    }

    /** A column that reads null where a change lacks it. */
    public static Column value(String name, DataType type) {
      return new Column(name, type, false, null, ALWAYS);
    }

    /**
     * A column that was added with a default. A change that lacks the column and is older than
     * {@code addedAt} stands for a row that has the default; a newer one for a row whose column is
     * gone, which reads null (cases S2, S14).
     *
     * @param initialDefault the default as Spark's internal value
     * @param addedAt the encoded sequence of the first change known to carry the column
     */
    public static Column added(String name, DataType type, Object initialDefault, byte[] addedAt) {
      return new Column(name, type, false, requireNonNull(initialDefault), addedAt.clone());
    }

    private Column asLoadTime() {
      return new Column(name, type, key, initialDefault, addedAt, bound, true);
    }

    /** The column's name in the table. */
    public String name() {
      return name;
    }

    /** The column's type, in Spark's terms. */
    public DataType type() {
      return type;
    }

    /** Whether the column is part of the key. */
    public boolean isKey() {
      return key;
    }

    /** Whether the column is one of the source, and not of an interval. */
    public boolean isOfSource() {
      return bound == null;
    }

    /** Whether the column is one of the source and not of the key. */
    public boolean isValue() {
      return isOfSource() && !key;
    }

    /**
     * Whether rows that differ in the column are different: no row of the source is another for the
     * time at which it was loaded, nor for the interval in which it stands.
     */
    public boolean isCompared() {
      return isOfSource() && !loadTime;
    }

    /** The default of rows older than {@link #addedAt}, as Spark's internal value. */
    public Optional<Object> initialDefault() {
      return Optional.ofNullable(initialDefault);
    }

    /** The encoded sequence of the first change that carried the column; empty if always there. */
    public byte[] addedAt() {
      return addedAt;
    }
  }

  /** The layout in which the columns of these names hold when their row was loaded. */
  public Layout withLoadTimes(Set<String> names) {
    return names.isEmpty()
        ? this
        : new Layout(
            columns.stream()
                .map(column -> names.contains(column.name()) ? column.asLoadTime() : column)
                .toList(),
            sequenceType,
            limit);
  }

  /** The layout of the same table, altered up to this limit. */
  public Layout within(EvolutionLimit other) {
    return new Layout(columns, sequenceType, other);
  }

  /** How records go into the table that have a column of this name and type. */
  public ColumnFit fit(String name, DataType type) {
    Optional<Column> held = columns.stream().filter(c -> c.name().equals(name)).findFirst();
    if (held.isEmpty()) {
      return fitOfNew(name, type);
    }
    Column column = held.get();
    if (column.isOfSource() && LosslessTypes.holds(column.type(), type)) {
      return ColumnFit.HELD;
    } else if (!column.isOfSource()
        || isAltered(column, type)
        || (column.isKey() && isOtherKey(column.type(), type))) {
      return ColumnFit.ALTERING;
    }
    List<ColumnDifference> differences = ColumnDifference.between(name, column.type(), type);
    return limit.adds()
        ? ColumnFit.ByValue.of(differences, limit)
        : ColumnFit.Refused.of(differences, limit);
  }

  private ColumnFit fitOfNew(String name, DataType type) {
    for (Column column : columns) {
      if (column.name().equalsIgnoreCase(name)) {
        return new ColumnFit.Refused(
            RejectReason.COLUMNS_AMBIGUOUS,
            "the column "
                + name
                + " differs from the table's "
                + column.name()
                + " by case only; rename it in the mapping or leave it out");
      }
    }
    return limit.adds()
        ? ColumnFit.ALTERING
        : ColumnFit.Refused.of(List.of(ColumnDifference.absent(name, type)), limit);
  }

  private boolean isAltered(Column column, DataType type) {
    DataType altered =
        column.isKey() ? limit.alteredKey(column.type(), type) : limit.altered(column.type(), type);
    return !altered.equals(column.type());
  }

  /**
   * Whether a key column of the table cannot hold keys of another type, whatever their values: of a
   * key, only numbers are cast by value, since other casts could make two keys one.
   */
  public static boolean isOtherKey(DataType stored, DataType type) {
    return !LosslessTypes.holds(stored, type)
        && !(stored instanceof NumericType && type instanceof NumericType);
  }

  /** Whether the table has no columns yet. */
  public boolean isEmpty() {
    return columns.isEmpty();
  }

  /** The interval columns, in their order. */
  public List<IntervalColumn> intervals() {
    return columns.stream()
        .filter(column -> !column.isOfSource())
        .map(column -> new IntervalColumn(column.bound, column.name(), column.type()))
        .toList();
  }

  /** The ordinal of an interval column; empty where the layout has none of it. */
  public OptionalInt ordinalOf(Bound bound) {
    return IntStream.range(0, columns.size())
        .filter(i -> columns.get(i).bound == bound)
        .findFirst();
  }

  /** The ordinals of the key columns, in the layout's order. */
  public int[] keyOrdinals() {
    return IntStream.range(0, columns.size()).filter(i -> columns.get(i).isKey()).toArray();
  }

  /** The layout as a Spark struct; keys are not nullable. */
  public StructType structType() {
    return new StructType(
        columns.stream()
            .map(c -> new StructField(c.name(), c.type(), !c.isKey(), Metadata.empty()))
            .toArray(StructField[]::new));
  }
}
