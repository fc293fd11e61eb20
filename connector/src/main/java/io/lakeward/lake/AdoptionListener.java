package io.lakeward.lake;

/** Is told that a table of others was adopted. */
@FunctionalInterface
public interface AdoptionListener {

  /** Tells nobody. */
  AdoptionListener NONE = (table, rows) -> {};

  /** The table was adopted, with the rows that it had. */
  void adopted(String table, RowCount rows);
}
