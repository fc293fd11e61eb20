package io.lakeward.source.snapshot;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * A column as the database describes it.
 *
 * @param name its name
 * @param type one of {@link Types}
 * @param typeName what the database calls the type
 * @param precision digits of a number, or the length; 0 where there is no limit
 * @param scale digits behind the point
 */
record JdbcColumn(String name, int type, String typeName, int precision, int scale) {

  static List<JdbcColumn> of(ResultSetMetaData described) throws SQLException {
    List<JdbcColumn> columns = new ArrayList<>();
    for (int i = 1; i <= described.getColumnCount(); i++) {
      columns.add(
          new JdbcColumn(
              described.getColumnLabel(i),
              described.getColumnType(i),
              String.valueOf(described.getColumnTypeName(i)),
              described.getPrecision(i),
              described.getScale(i)));
    }
    return columns;
  }

  /** Whether it is a decimal of which Spark's have not all digits. */
  boolean isDecimalWithoutLimits() {
    return (type == Types.NUMERIC || type == Types.DECIMAL)
        && (precision <= 0 || precision > 38 || scale < 0 || scale > precision);
  }
}
