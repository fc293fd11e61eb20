package io.lakeward.samples.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.samples.postgres.Postgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the feed is told nothing of what is hidden is a matter of {@code FeedTest}. */
class HiddenChangesTest {

  @TempDir private static Path directory;

  private static Postgres postgres;

  private Connection connection;

  @BeforeAll
  static void start() throws Exception {
    postgres = Postgres.start(directory.resolve("postgres"));
  }

  @AfterAll
  static void stop() throws Exception {
    postgres.close();
  }

  @BeforeEach
  void openShop() throws SQLException {
    connection = postgres.connect();
    execute("CREATE TABLE customers (id bigint PRIMARY KEY, name text, tier text, active boolean)");
    execute(
        "INSERT INTO customers SELECT i, 'n' || i, 'silver', true FROM generate_series(3, 9) i");
    execute("CREATE PUBLICATION lakeward_shop FOR TABLE customers");
  }

  @AfterEach
  void closeShop() throws SQLException {
    connection = postgres.connect();
    execute("DROP TABLE customers");
    execute("DROP PUBLICATION lakeward_shop");
    connection.close();
  }

  @Test
  void changeOneCustomerAndDeleteAnother() throws SQLException {
    HiddenChanges hidden = HiddenChanges.make(connection);
    assertThat(hidden.changed()).isEqualTo(3);
    assertThat(hidden.keys()).containsExactly("{\"id\":3}", "{\"id\":9}");
    assertThat(texts("SELECT id || name FROM customers ORDER BY id"))
        .containsExactly("3changed unseen", "4n4", "5n5", "6n6", "7n7", "8n8");
    assertThat(texts("SELECT tablename FROM pg_publication_tables")).containsExactly("customers");
    hidden.changeForAllToSee();
    assertThat(texts("SELECT name FROM customers WHERE id = 3")).containsExactly("changed again");
  }

  @Test
  void othersGoOnMeanwhile() throws Exception {
    try (OngoingChanges changes = OngoingChanges.start(postgres.connect(), 3)) {
      for (int i = 0;
          i < 200 && texts("SELECT id FROM customers WHERE NOT active").isEmpty();
          i++) {
        Thread.sleep(50);
      }
    }
    assertThat(texts("SELECT id FROM customers WHERE NOT active")).isNotEmpty().doesNotContain("3");
  }

  @Test
  void othersThatCannotGoOnSaySo() throws Exception {
    OngoingChanges changes = OngoingChanges.start(connection, 3);
    connection.close();
    Thread.sleep(1_000);
    assertThatThrownBy(changes::close).isInstanceOf(SQLException.class);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> texts(String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        texts.add(row.getString(1));
      }
    }
    return texts;
  }
}
