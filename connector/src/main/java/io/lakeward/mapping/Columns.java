package io.lakeward.mapping;

import java.io.Serializable;
import java.util.List;

/** A choice among the columns of the source. */
public sealed interface Columns extends Serializable {

  /** Whether the choice takes the column. */
  boolean takes(String column);

  /** The columns that the choice names, whether it takes or leaves them. */
  List<String> names();

  /** All of them. */
  record All() implements Columns {
    @Override
    public boolean takes(String column) {
      return true;
    }

    @Override
    public List<String> names() {
      return List.of();
    }
  }

  /**
   * None but these.
   *
   * @param names at least one
   */
  record Only(List<String> names) implements Columns {
    public Only {
      names = Checks.distinct(Checks.notEmpty(names, "columns"), "columns");
    }

    @Override
    public boolean takes(String column) {
      return names.contains(column);
    }
  }

  /**
   * All but these.
   *
   * @param names at least one
   */
  record Except(List<String> names) implements Columns {
    public Except {
      names = Checks.distinct(Checks.notEmpty(names, "columns"), "columns");
    }

    @Override
    public boolean takes(String column) {
      return !names.contains(column);
    }
  }
}
