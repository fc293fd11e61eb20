package io.lakeward.samples.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A script of SQL in parts, each under a line {@code -- part: NAME}. A statement ends with a
 * semicolon at the end of its line.
 */
public final class SqlScript {

  private final String text;

  private SqlScript(String text) {
    this.text = text;
  }

  /** The script that lies beside a class. */
  public static SqlScript beside(Class<?> type, String name) throws IOException {
    try (InputStream script = type.getResourceAsStream(name)) {
      if (script == null) {
        throw new IllegalArgumentException("There is no script " + name + " beside " + type);
      }
      return new SqlScript(new String(script.readAllBytes(), UTF_8));
    }
  }

  /** Runs a part, statement by statement. */
  public void run(String part, Connection connection) throws SQLException {
    String head = "-- part: " + part + "\n";
    int start = text.indexOf(head);
    if (start < 0) {
      throw new IllegalArgumentException("The script has no part " + part);
    }
    int end = text.indexOf("\n-- part: ", start);
    String statements = text.substring(start + head.length(), end < 0 ? text.length() : end);
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements.split(";\\s*(\\n|$)")) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
    }
  }
}
