package io.lakeward.samples.shop.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.samples.postgres.Postgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerformanceTest {

  /** Every statement must change exactly one row, else playing throws. */
  @Test
  void scriptKnowsItsDatabase(@TempDir Path directory) throws Exception {
    try (Postgres postgres = Postgres.start(directory)) {
      Script script = new Script(11, 10_000);
      Loading.load(postgres, script, rows -> {});
      assertThat(number(postgres, "SELECT count(*) FROM order_items")).isEqualTo(40_000);
      try (Performance performance =
          new Performance(postgres, script, 1_000_000, new NothingAround())) {
        performance.play();
        assertThat(performance.changes()).isGreaterThanOrEqualTo(10_000);
        assertThat(performance.rolledBack()).isPositive();
      }
      assertThat(number(postgres, "SELECT count(*) FROM customers WHERE points = 100"))
          .isGreaterThan(10_000);
      assertThat(
              number(
                  postgres,
                  "SELECT pg_relation_size(reltoastrelid) FROM pg_class"
                      + " WHERE oid = 'products'::regclass"))
          .as("bytes of the manuals stored out of line")
          .isGreaterThan(20_000_000);
    }
  }

  private static long number(Postgres postgres, String query) throws SQLException {
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** A world without a feed and a connector. */
  private static final class NothingAround implements Cues {
    @Override
    public void check() {}

    @Override
    public void awaitSnapshot() {}

    @Override
    public void killConnector() {}

    @Override
    public void progress(long changes) {}
  }
}
