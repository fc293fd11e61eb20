package io.lakeward.source;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import org.apache.spark.sql.types.DataType;

/**
 * A column of a history table that says from when or until when a row stands (semantics, sections 6
 * and 7). It is no column of the source. A decoded row has in {@link Bound#START} the value by
 * which the change opens or ends an interval, and in {@link Bound#SYSTEM_START} its system
 * sequence; the ends are null there.
 *
 * @param bound what it holds
 * @param name its name in the table
 * @param type its type, in Spark's terms
 */
public record IntervalColumn(Bound bound, String name, DataType type) implements Serializable {

  /** What an interval column holds. */
  public enum Bound {
    /** From when a row stands. */
    START,
    /** Until when; null while it stands. */
    END,
    /** From which system time on a row was believed. */
    SYSTEM_START,
    /** Until which system time; null while it is believed. */
    SYSTEM_END;

    /** Whether it is of system time. */
    public boolean isSystem() {
      return this == SYSTEM_START || this == SYSTEM_END;
    }
  }

  public IntervalColumn {
    requireNonNull(bound, "bound");
    requireNonNull(name, "name");
    requireNonNull(type, "type");
  }
}
