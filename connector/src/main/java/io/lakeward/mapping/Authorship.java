package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

/** Which columns a change speaks for; the others keep the value of their latest author. */
public sealed interface Authorship {

  /** All of them, nulls included. */
  record EveryColumn() implements Authorship {}

  /**
   * All of them, but a null in one of these says nothing.
   *
   * @param columns the columns in which nulls are ignored
   */
  record IgnoreNulls(Columns columns) implements Authorship {
    public IgnoreNulls {
      requireNonNull(columns, "columns");
    }
  }

  /**
   * Those that the change itself lists.
   *
   * @param column the column of the change row that holds the list
   */
  record Listed(String column) implements Authorship {
    public Listed {
      Checks.text(column, "column");
    }
  }
}
