package io.lakeward.samples.debezium;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Changes of a captured table that no feed ever tells, as happens where somebody takes a table out
 * of a publication and puts it back. PostgreSQL reads its log with the publication as it was at
 * each change, so it is late for nothing: the slot passes these changes over for good.
 */
public final class Unpublished {

  private final Connection connection;
  private final String publication;

  /**
   * Changes that are hidden from the feed with this prefix.
   *
   * @param connection with autocommit on, and nobody else writing to the table meanwhile
   */
  public Unpublished(Connection connection, String prefix) {
    this.connection = connection;
    this.publication = PostgresSettings.publication(prefix);
  }

  /** Executes statements that change a table, given as {@code schema.table}, and no other. */
  public void execute(String table, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("ALTER PUBLICATION " + publication + " DROP TABLE " + table);
      for (String sql : statements) {
        statement.execute(sql);
      }
      statement.execute("ALTER PUBLICATION " + publication + " ADD TABLE " + table);
    }
  }
}
