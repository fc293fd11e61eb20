package io.lakeward.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbTest {

  @Test
  void logsWholeRowsAndTakesZeroDates(@TempDir Path directory) throws Exception {
    try (MariaDb server = MariaDb.start(directory);
        Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id int PRIMARY KEY, d date)");
      statement.execute("INSERT INTO t VALUES (1, '0000-00-00')");
      try (ResultSet row =
          statement.executeQuery(
              "SELECT @@binlog_format, @@binlog_row_image, CAST(d AS char), @@version FROM t")) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1)).isEqualTo("ROW");
        assertThat(row.getString(2)).isEqualTo("FULL");
        assertThat(row.getString(3)).isEqualTo("0000-00-00");
        assertThat(row.getString(4)).startsWith("11.4.5-MariaDB");
      }
    }
  }
}
