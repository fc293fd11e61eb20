package io.lakeward.source;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;

/**
 * The columns a record asks of its target table: what the table is created or altered to.
 *
 * @param columns the columns in the record's order, after selection and renaming
 * @param keys the names of the key columns, in key order; each is among the columns. Empty where
 *     neither the mapping nor the record says what the key is
 * @param sequenceType the type of the sequence; it is kept with the table, which refuses changes of
 *     another (semantics, section 10)
 * @param intervals the interval columns of a history; empty for a table of current rows
 * @param leftOut the columns of the record, by their names there, that the mapping keeps out of the
 *     table
 */
public record RecordShape(
    List<Column> columns,
    List<String> keys,
    DataType sequenceType,
    List<IntervalColumn> intervals,
    List<String> leftOut)
    implements Serializable {

  public RecordShape {
    columns = List.copyOf(columns);
    keys = List.copyOf(keys);
    requireNonNull(sequenceType, "sequenceType");
    intervals = List.copyOf(intervals);
    leftOut = List.copyOf(leftOut);
  }

  /** The shape of records of which no column is kept out. */
  public RecordShape(
      List<Column> columns,
      List<String> keys,
      DataType sequenceType,
      List<IntervalColumn> intervals) {
    this(columns, keys, sequenceType, intervals, List.of());
  }

  /** The shape of a table of current rows. */
  public RecordShape(List<Column> columns, List<String> keys, DataType sequenceType) {
    this(columns, keys, sequenceType, List.of());
  }

  /** One column of a shape. */
  public static final class Column implements Serializable {
    private final String name;
    private final DataType type;
    private final Object defaultValue;

    /**
     * A column.
     *
     * @param name its name in the table
     * @param type its type, in Spark's terms
     * @param defaultValue the default that the record's schema carries for it, as Spark's internal
     *     value; null for none
     */
    public Column(String name, DataType type, Object defaultValue) {
      this.name = requireNonNull(name, "name");
      this.type = requireNonNull(type, "type");
      this.defaultValue = defaultValue;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Column column
          && name.equals(column.name)
          && type.equals(column.type)
          && Objects.equals(defaultValue, column.defaultValue);
    }

    @Override
    public int hashCode() {
      return Objects.hash(name, type);
    }

    /** The column's name in the table. */
    public String name() {
      return name;
    }

    /** The column's type, in Spark's terms. */
    public DataType type() {
      return type;
    }

    /** The default that the record's schema carries, as Spark's internal value. */
    public Optional<Object> defaultValue() {
      return Optional.ofNullable(defaultValue);
    }
  }
}
