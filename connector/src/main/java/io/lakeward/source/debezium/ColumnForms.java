package io.lakeward.source.debezium;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * The mapping's choice where a value of Debezium may be one thing or another in a table.
 *
 * @param timesOfDay what times of day without a zone become
 * @param geometries what geometries become
 */
public record ColumnForms(TimeOfDayColumn timesOfDay, GeometryColumn geometries)
    implements Serializable {

  /** What the mapping's silence means. */
  public static final ColumnForms DEFAULT =
      new ColumnForms(TimeOfDayColumn.TEXT, GeometryColumn.STRUCT);

  public ColumnForms {
    requireNonNull(timesOfDay, "timesOfDay");
    requireNonNull(geometries, "geometries");
  }
}
