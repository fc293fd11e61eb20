package io.lakeward.samples.shop;

import io.lakeward.samples.debezium.Unpublished;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A customer that is changed and one that is deleted behind the back of the feed, so that the lake
 * goes on with what was before.
 */
final class HiddenChanges {

  /** The table in which they are made. */
  static final ShopTable TABLE = ShopTable.CUSTOMERS;

  private final Connection connection;
  private final long changed;
  private final long deleted;

  private HiddenChanges(Connection connection, long changed, long deleted) {
    this.connection = connection;
    this.changed = changed;
    this.deleted = deleted;
  }

  /** Makes them; nobody else may write to the table meanwhile. */
  static HiddenChanges make(Connection connection) throws SQLException {
    long changed = number(connection, "SELECT min(id) FROM customers");
    long deleted = number(connection, "SELECT max(id) FROM customers");
    new Unpublished(connection, ShopTable.TOPIC_PREFIX)
        .execute(
            TABLE.qualified(),
            List.of(
                "UPDATE customers SET name = 'changed unseen', tier = 'gold' WHERE id = " + changed,
                "DELETE FROM customers WHERE id = " + deleted));
    return new HiddenChanges(connection, changed, deleted);
  }

  /** The key of the customer that was changed. */
  long changed() {
    return changed;
  }

  /** The keys of both, as JSON. */
  List<String> keys() {
    return List.of("{\"id\":" + changed + "}", "{\"id\":" + deleted + "}");
  }

  /** Changes the customer once more, and the feed tells. */
  void changeForAllToSee() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("UPDATE customers SET name = 'changed again' WHERE id = " + changed);
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
