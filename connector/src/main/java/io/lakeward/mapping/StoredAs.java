package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** How much of the past a table holds, with what belongs to that. */
public sealed interface StoredAs {

  /** The type by its name in the mapping. */
  ScdType type();

  /** The columns whose change begins a new version, where the table has versions; else all. */
  Columns tracked();

  /** The current rows. */
  record Type1() implements StoredAs {
    @Override
    public ScdType type() {
      return ScdType.TYPE_1;
    }

    @Override
    public Columns tracked() {
      return new Columns.All();
    }
  }

  /**
   * Every version of a row with the interval in which it stood.
   *
   * @param tracked the columns whose change begins a new version
   * @param interval the names of the interval's columns
   * @param intervalValue what they hold in place of the sequence
   */
  record Type2(Columns tracked, IntervalColumns interval, Optional<Expression> intervalValue)
      implements StoredAs {
    public Type2 {
      requireNonNull(tracked, "tracked");
      requireNonNull(interval, "interval");
      requireNonNull(intervalValue, "intervalValue");
    }

    @Override
    public ScdType type() {
      return ScdType.TYPE_2;
    }
  }

  /**
   * Every version, and what was believed about it when.
   *
   * @param tracked the columns whose change begins a new version
   * @param interval the names of the columns of the interval in business time
   * @param systemSequenceBy the system time
   */
  record Bitemporal(Columns tracked, IntervalColumns interval, Expression systemSequenceBy)
      implements StoredAs {
    public Bitemporal {
      requireNonNull(tracked, "tracked");
      requireNonNull(interval, "interval");
      requireNonNull(systemSequenceBy, "systemSequenceBy");
    }

    @Override
    public ScdType type() {
      return ScdType.BITEMPORAL;
    }
  }

  /**
   * The names of the two columns of an interval.
   *
   * @param startAt holds its beginning
   * @param endAt holds its end
   */
  record IntervalColumns(String startAt, String endAt) {
    /** The published names. */
    public static final IntervalColumns DEFAULT = new IntervalColumns("__START_AT", "__END_AT");

    public IntervalColumns {
      Checks.text(startAt, "startAt");
      Checks.text(endAt, "endAt");
      if (startAt.equals(endAt)) {
        throw new IllegalArgumentException("Cannot use one column for both ends: " + startAt);
      }
    }
  }
}
