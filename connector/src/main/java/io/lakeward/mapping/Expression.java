package io.lakeward.mapping;

/**
 * A Spark SQL expression over the change row.
 *
 * @param sql its text
 */
public record Expression(String sql) {
  public Expression {
    Checks.text(sql, "sql");
  }

  @Override
  public String toString() {
    return sql;
  }
}
