package io.lakeward.source;

import static java.util.Objects.requireNonNull;

import io.lakeward.source.IntervalColumn.Bound;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/**
 * What the interval columns of a table are called.
 *
 * @param start of the column from when a row stands
 * @param end of the column until when
 */
public record IntervalNames(String start, String end) implements Serializable {

  /** The published name of the column from which system time on a row was believed. */
  public static final String SYSTEM_START = "__SYSTEM_START_AT";

  /** The published name of the column until which system time. */
  public static final String SYSTEM_END = "__SYSTEM_END_AT";

  public IntervalNames {
    requireNonNull(start, "start");
    requireNonNull(end, "end");
  }

  /** The columns of an interval in business time. */
  public List<IntervalColumn> columns(DataType type) {
    return List.of(
        new IntervalColumn(Bound.START, start, type), new IntervalColumn(Bound.END, end, type));
  }

  /** The columns of an interval in business time and one in system time. */
  public List<IntervalColumn> columns(DataType type, DataType systemType) {
    List<IntervalColumn> columns = new ArrayList<>(columns(type));
    columns.add(new IntervalColumn(Bound.SYSTEM_START, SYSTEM_START, systemType));
    columns.add(new IntervalColumn(Bound.SYSTEM_END, SYSTEM_END, systemType));
    return columns;
  }
}
