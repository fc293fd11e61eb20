package io.lakeward.samples.shop.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A statement that changes exactly one row.
 *
 * @param text the statement, with a question mark for each parameter
 * @param parameters text, numbers, booleans or null; what is neither (dates, arrays, JSON, binary)
 *     is given as text, from which the server makes the column's type
 */
public record Sql(String text, List<Object> parameters) {

  public Sql {
    parameters = Collections.unmodifiableList(parameters);
  }

  /** A statement with these parameters. */
  public static Sql of(String text, Object... parameters) {
    return new Sql(text, Arrays.asList(parameters.clone()));
  }

  /** An insert of a value into each of these columns. */
  public static Sql insert(String table, String columns, Object... values) {
    String marks = "?, ".repeat(values.length - 1) + "?";
    return of("INSERT INTO " + table + " (" + columns + ") VALUES (" + marks + ")", values);
  }

  /** Sets the parameters of a statement prepared from the text. */
  public void bind(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < parameters.size(); i++) {
      statement.setObject(i + 1, parameters.get(i));
    }
  }

  /** Runs the statement; anything but one changed row means that the script has lost the thread. */
  void execute(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      bind(statement);
      int rows = statement.executeUpdate();
      if (rows != 1) {
        throw new IllegalStateException("Expected one changed row, not " + rows + ": " + this);
      }
    }
  }
}
