package io.lakeward.it.postgres;

/**
 * A column of a source table.
 *
 * @param defaultValue its default; null for none
 * @param toasted whether its values are stored out of line, so that updates which leave them alone
 *     do not carry them
 */
public record Column(String name, ColumnType type, Object defaultValue, boolean toasted) {

  /** A plain column. */
  public static Column of(String name, ColumnType type) {
    return new Column(name, type, null, false);
  }

  /** A column of long texts. */
  public static Column toasted(String name) {
    return new Column(name, ColumnType.TEXT, null, true);
  }

  /** A column with a default, as {@code ALTER TABLE … ADD COLUMN … DEFAULT} makes it. */
  public static Column withDefault(String name, ColumnType type, Object value) {
    return new Column(name, type, value, false);
  }
}
