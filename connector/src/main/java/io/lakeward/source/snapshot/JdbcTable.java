package io.lakeward.source.snapshot;

import java.util.Locale;

/**
 * A table or query of a database.
 *
 * @param from what follows FROM
 * @param shown the same as the mapping has it
 */
record JdbcTable(String from, String shown) {

  private static final int LONGEST_SHOWN = 200;

  /** The table or query that a path names: a query begins with SELECT or WITH, or a parenthesis. */
  static JdbcTable of(String path) {
    String sql = path.strip().replaceFirst("[;\\s]+$", "");
    String line = sql.replaceAll("\\s+", " ");
    String shown = line.length() > LONGEST_SHOWN ? line.substring(0, LONGEST_SHOWN) + "…" : line;
    if (isQuery(sql)) {
      return new JdbcTable("(" + sql + ") snapshot_rows", shown);
    } else if (sql.startsWith("(") && sql.endsWith(")")) {
      return new JdbcTable(sql + " snapshot_rows", shown);
    }
    return new JdbcTable(sql, shown);
  }

  /** Those of its rows that meet a condition in the database's words. */
  JdbcTable where(String condition) {
    return new JdbcTable(
        "(SELECT * FROM " + from + " WHERE " + condition + ") snapshot_wanted", shown);
  }

  /** Whether SQL is a query rather than a name or an expression. */
  static boolean isQuery(String sql) {
    String start = sql.strip().toLowerCase(Locale.ROOT);
    return start.matches("(?s)(select|with)[\\s*(].*");
  }
}
